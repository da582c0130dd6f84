import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { RequestError, Server } from 'proxy-chain';
import type { Credential } from '../../harness/n8n/rest.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import { forNames, issue } from '../networks/support/certificates.mts';

/** Answers in place of a service on the internet. */
export abstract class StandIn {
	abstract readonly host: string;
	/** Under the name that the examples refer to. It accepts the token `none`. */
	abstract readonly credential: Omit<Credential, 'id'>;
	readonly requests: string[] = [];

	protected abstract serve(app: FastifyInstance): void;
	protected abstract errorBody(status: number, message: string): object;

	clear(): void {
		this.requests.length = 0;
	}

	plugin = async (app: FastifyInstance): Promise<void> => {
		app.setErrorHandler(async (error, _request, reply) => {
			const status = error instanceof Refusal ? error.status : 400;
			const message = error instanceof Error ? error.message : '';
			return await reply.code(status).send(this.errorBody(status, message));
		});
		app.addHook('preHandler', async ({ method, url, headers }) => {
			this.requests.push(`${method} ${url}`);
			if (headers.authorization !== 'Bearer none') throw new Refusal(401, 'Invalid token');
		});
		this.serve(app);
	};
}

export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** Starts stand-ins over HTTPS behind a proxy that leads nowhere else; returns n8n's environment. */
export async function startStandIns(
	{ workspace, cleanup }: ScriptTools,
	standIns: StandIn[],
): Promise<NodeJS.ProcessEnv> {
	const hosts = standIns.map(({ host }) => host);
	const names = forNames(hosts.map((value) => ({ type: 2, value })));
	const certificate = await issue('Stand-ins', names);
	const NODE_EXTRA_CA_CERTS = join(workspace, 'standIns.pem');
	await writeFile(NODE_EXTRA_CA_CERTS, certificate.cert);

	const app = Fastify({
		bodyLimit: 32 * 1024 * 1024,
		serverFactory: (handler) => createServer(certificate, handler),
	});
	for (const { plugin } of standIns) app.register(plugin);
	await app.ready();
	cleanup.add(() => app.close());
	const proxy = new Server({
		host: '127.0.0.1',
		port: 0,
		prepareRequestFunction: ({ hostname }) => {
			if (!hosts.includes(hostname)) throw new RequestError(`There is no ${hostname} here`, 403);
			return { customConnectServer: app.server };
		},
	});
	await proxy.listen();
	cleanup.add(() => proxy.close(true));
	// n8n reads both only when it starts.
	return { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NODE_EXTRA_CA_CERTS };
}
