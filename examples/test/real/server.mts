import { join } from 'node:path';
import getPort from 'get-port';
import type { z } from 'zod';
import { installPackages, type Packages } from '../../../harness/install/install.mts';
import { startServer } from '../../../harness/process/processes.mts';
import { Failure } from '../../../harness/script/failure.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';

interface Server {
	packages: Packages;
	/** The Node.js to run it with, and the program. */
	node: string;
	program: string;
	ready: RegExp;
	env: NodeJS.ProcessEnv;
}

/** Starts a CRM with new data, whose program knows its port as `PORT`; returns its address. */
export async function startCrm(server: Server, tools: ScriptTools): Promise<string> {
	const { packages, node, program, ready } = server;
	const { modules, version } = await installPackages(packages, tools);
	const name = packages.title;
	const [port, cwd] = [await getPort(), await tools.cleanup.folder(name)];
	tools.report(`Starting ${name} ${version} …`);
	const logFile = join(tools.workspace, `${name}.log`);
	const command = [node, '--eval', program];
	// Not the user's own settings: they may lead to a real database.
	const env = { HOME: cwd, NODE_PATH: modules, PORT: String(port), ...server.env };
	await startServer({ ...tools, name, command, ready, cwd, env, extendEnv: false, logFile });
	return `http://127.0.0.1:${port}`;
}

/** Requests to a CRM, which takes and returns JSON. */
export function apiOf(url: string, headers: Record<string, string> = {}) {
	return async <T,>(
		method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
		path: string,
		schema: z.ZodType<T, z.ZodTypeDef, unknown>,
		body?: unknown,
	): Promise<T> => {
		const response = await fetch(`${url}${path}`, {
			method,
			headers: { 'content-type': 'application/json', ...headers },
			body: body === undefined ? null : JSON.stringify(body),
		});
		const text = await response.text();
		const answer = schema.safeParse(text && JSON.parse(text));
		if (response.ok && answer.success) return answer.data;
		throw new Failure(`${method} ${path}: status ${response.status}, ${text.slice(0, 500)}`);
	};
}
