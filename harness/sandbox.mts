import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { startService, type RunningService, type ServiceOptions } from '../service/server.mts';
import { installN8n } from './install/install.mts';
import { credentialFor } from './n8n/credential.mts';
import { startN8n } from './n8n/n8n.mts';
import { N8nRest } from './n8n/rest.mts';
import { Failure } from './script/failure.mts';
import type { ScriptTools } from './script/script.mts';

/** Everything needed to start n8n. */
export type Prepared = Awaited<ReturnType<typeof prepare>>;

/** What most checks need: an n8n, a service, and a credential for it. */
export type Scene = Awaited<ReturnType<typeof addService>>;

interface EditorOptions extends ScriptTools {
	/** The port for n8n to take if it is free. */
	port?: number;
	/** Environment variables for n8n. */
	env?: NodeJS.ProcessEnv;
}

interface SandboxOptions extends EditorOptions {
	service?: ServiceOptions;
}

/** Somebody else's n8n with our package, in place of one that is installed and started here. */
const { N8N_URL, N8N_EMAIL, N8N_PASSWORD } = process.env;

export const isElsewhere = N8N_URL !== undefined;

/** Signs in to n8n. @param manifest the version to start, see `installN8n` */
export async function openN8n(tools: ScriptTools, manifest?: string): Promise<N8nRest> {
	if (N8N_URL === undefined) return (await startEditor(await prepare(tools, manifest), tools)).rest;
	const rest = await signIn(N8N_URL, tools.signal);
	tools.cleanup.add(() => tidyUp(rest));
	return rest;
}

/** As the owner, whom a new n8n does not have yet. */
async function signIn(url: string, signal: AbortSignal): Promise<N8nRest> {
	if (!N8N_EMAIL || !N8N_PASSWORD) {
		throw new Failure('Set N8N_EMAIL and N8N_PASSWORD for the owner that n8n has, or is to have.');
	}
	const rest = new N8nRest(url, signal);
	const login = { emailOrLdapLoginId: N8N_EMAIL, password: N8N_PASSWORD };
	await setUpOwner(rest, { email: N8N_EMAIL, password: N8N_PASSWORD }).catch(async () => {
		await rest.call('POST', '/login', z.unknown(), login);
	});
	return rest;
}

async function setUpOwner(rest: N8nRest, account: { email: string; password: string }) {
	const owner = { ...account, firstName: 'Demo', lastName: 'Owner' };
	await rest.call('POST', '/owner/setup', z.unknown(), owner);
}

/** Installs n8n if necessary. */
export async function prepare(tools: ScriptTools, manifest?: string) {
	return { installation: await installN8n(tools, manifest) };
}

/** Starts n8n with our package, and signs in as its owner. */
export async function startEditor(prepared: Prepared, options: EditorOptions) {
	options.report(`Starting n8n ${prepared.installation.version} …`);
	const logFile = join(options.workspace, 'n8n.log');
	const n8n = await startN8n({ ...prepared, ...options, logFile });
	const rest = new N8nRest(n8n.url, options.signal);
	// n8n requires a capital letter and a digit.
	const password = `Demo1-${randomBytes(6).toString('hex')}`;
	const account = { email: 'demo@example.com', password };
	await setUpOwner(rest, account);
	return { n8n, rest, account };
}

export async function startSandbox(options: SandboxOptions) {
	const prepared = await prepare(options);
	const editor = await startEditor(prepared, options);
	return { ...prepared, ...editor, ...(await addService(editor.rest, options)) };
}

/** Starts a service, and creates a credential for it. */
export async function addService(
	rest: N8nRest,
	{ cleanup, service: options }: Pick<SandboxOptions, 'cleanup' | 'service'>,
) {
	const service = await startService(options);
	cleanup.add(() => service.close());
	return await connect(rest, service);
}

/** Creates a credential for a service that runs. */
export async function connect(rest: N8nRest, service: RunningService) {
	const credential = await rest.createCredential(credentialFor(service));
	const { status, message } = await rest.testCredential(credential);
	if (status !== 'OK') throw new Failure(`The credential did not pass n8n's test: ${message}`);
	return { rest, service, credential, projectId: await rest.personalProjectId() };
}

/** Leaves nothing that polls, that examples find by its name, or that n8n offers in the next test or suite. */
export async function tidyUp(n8n: N8nRest): Promise<void> {
	const found = z.array(z.object({ id: z.string() }));
	const active = encodeURIComponent(JSON.stringify({ active: true }));
	for (const workflow of await n8n.call('GET', `/workflows?filter=${active}`, found)) {
		await n8n.deactivate(workflow);
	}
	for (const { id } of await n8n.call('GET', '/credentials', found)) {
		await n8n.call('DELETE', `/credentials/${id}`, z.unknown());
	}
	const tables = `/projects/${await n8n.personalProjectId()}/data-tables`;
	const { data } = await n8n.call('GET', tables, z.object({ data: found }));
	for (const { id } of data) await n8n.call('DELETE', `${tables}/${id}`, z.unknown());
}
