import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { isDrawn } from '../../../harness/crm/crm.mts';
import { CRMS } from '../../../harness/crm/crms.mts';
import { prepare, startEditor } from '../../../harness/sandbox.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { startScene } from '../scene.mts';
import { Contacts, Refusal } from './contacts.mts';
import type { StandIn } from './standIn.mts';

/** What a stand-in was asked, and the status of its answer. */
export interface Asked {
	method: string;
	/** With the name of the host first. */
	path: string;
	body: unknown;
	status: number;
}

const PRELOAD = join(import.meta.dirname, 'preload.cjs');

/** Starts all stand-ins on one port, and an n8n whose requests to other computers end there. */
export async function startStandIns(standIns: StandIn[], tools: ScriptTools) {
	const { cleanup } = tools;
	const app = Fastify({ bodyLimit: 32 * 1024 * 1024 });
	const asked: Asked[] = [];
	app.addHook('onResponse', async ({ method, url: path, body }, { statusCode: status }) => {
		asked.push({ method, path, body, status });
	});
	takeForms(app);
	const all = new Map(standIns.map((standIn) => [standIn, new Contacts(standIn.idOf)]));
	for (const [{ serve, says }, contacts] of all) {
		await app.register(async (scope) => {
			scope.setErrorHandler((error, _request, reply) => {
				if (!(error instanceof Refusal)) throw error;
				return reply.code(error.status).send(says(error.message));
			});
			serve(scope, contacts);
		});
	}
	const address = await app.listen({ host: '127.0.0.1', port: 0 });
	cleanup.add(async () => await app.close());
	const env = {
		NODE_OPTIONS: `--require=${PRELOAD}`,
		STAND_INS_PORT: new URL(address).port,
	};
	const workspace = await mkdtemp(join(tools.workspace, 'stand-ins-'));
	const { rest } = await startEditor(await prepare(tools), { ...tools, workspace, env });
	for (const standIn of standIns) await rest.createCredential(credentialFor(standIn));
	return { scene: await startScene(rest, tools), asked, contactsOf: all };
}

/** Of the type, and under the name, that the drawing has. */
function credentialFor({ crm: name, credential: data }: StandIn) {
	const { read } = CRMS.filter(isDrawn).find((crm) => crm.name === name) ?? assert.fail(name);
	const [[type, reference] = assert.fail(name)] = Object.entries(read.credentials ?? {});
	return { type, name: reference.name, data };
}

/** OAuth, and some older APIs, send forms in place of JSON. */
function takeForms(app: FastifyInstance): void {
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		async (_request: unknown, body: string | Buffer) =>
			Object.fromEntries(new URLSearchParams(String(body))),
	);
}
