import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { prepare, startEditor } from '../../../harness/sandbox.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { credentialIn, drawingFor } from '../drawing.mts';
import { startCrmScene } from '../scene.mts';
import { Contacts, Refusal } from './contacts.mts';
import { Answer, requestSchema, type StandIn } from './standIn.mts';

/** What a stand-in was asked, and the status of its answer. */
export interface Asked {
	method: string;
	/** With the name of the host first. */
	path: string;
	body: unknown;
	status: number;
}

const PRELOAD = join(import.meta.dirname, 'preload.cjs');

export type Stage = Awaited<ReturnType<typeof startStandIns>>;

/** Starts all stand-ins on one port, and an n8n whose requests to other computers end there. */
export async function startStandIns(standIns: StandIn[], tools: ScriptTools) {
	const { cleanup } = tools;
	const app = Fastify({ bodyLimit: 32 * 1024 * 1024 });
	const asked: Asked[] = [];
	app.addHook('onResponse', async ({ method, url: path, body }, { statusCode: status }) => {
		asked.push({ method, path, body, status });
	});
	const all = new Map(standIns.map((standIn) => [standIn, new Contacts(standIn)]));
	for (const [{ routes, says, status = 400 }, contacts] of all) {
		for (const [route, answer] of Object.entries(routes(contacts))) {
			const [method = '', url = ''] = route.split(' ');
			app.route({
				method,
				url,
				async handler(request, reply) {
					const answered = answer(requestSchema.parse(request));
					if (!(answered instanceof Answer)) return answered;
					return await reply.code(answered.status).send(answered.body);
				},
				errorHandler(error: unknown, _request, reply) {
					if (!(error instanceof Refusal)) throw error;
					return reply.code(error.status ?? status).send(says(error.message));
				},
			});
		}
	}
	const address = await app.listen({ host: '127.0.0.1', port: 0 });
	cleanup.add(async () => await app.close());
	const env = {
		NODE_OPTIONS: `--require=${PRELOAD}`,
		STAND_INS_PORT: new URL(address).port,
	};
	const workspace = await mkdtemp(join(tools.workspace, 'stand-ins-'));
	const { rest } = await startEditor(await prepare(tools), { ...tools, workspace, env });
	// n8n finds a credential by its name, and none where two share it.
	const credentials = new Map(standIns.map(credentialFor).map((one) => [one.name, one]));
	for (const credential of credentials.values()) await rest.createCredential(credential);
	return { scene: await startCrmScene(rest, tools), asked, contactsOf: all };
}

/** Of the type, and under the name, that the drawing has. */
function credentialFor(standIn: StandIn) {
	return { ...credentialIn(drawingFor(standIn).drawing), data: standIn.credential };
}
