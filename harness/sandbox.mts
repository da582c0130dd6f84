import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { startService, type ServiceOptions } from '../service/server.mts';
import { installN8n } from './install/install.mts';
import { credentialFor } from './n8n/credential.mts';
import { startN8n } from './n8n/n8n.mts';
import { N8nRest } from './n8n/rest.mts';
import { Failure } from './script/failure.mts';
import type { ScriptTools } from './script/script.mts';

/** Everything needed to start n8n. */
export type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Where the demo and most tests start: an editor, a service and a credential for it. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

interface EditorOptions extends ScriptTools {
	/** The port for n8n to take if it is free. */
	port?: number;
	/** Environment variables for n8n. */
	env?: NodeJS.ProcessEnv;
}

interface SandboxOptions extends EditorOptions {
	/** The n8n version to install, see `installN8n`. */
	manifest?: string;
	service?: ServiceOptions;
}

/** Installs n8n if necessary. */
export async function prepare(tools: ScriptTools, manifest?: string) {
	return { installation: await installN8n(tools, manifest) };
}

/** Starts n8n with our package, and signs in as its owner. */
export async function startEditor(prepared: Prepared, options: EditorOptions) {
	const logFile = join(options.workspace, 'n8n.log');
	const n8n = await startN8n({ ...prepared, ...options, logFile });
	const rest = new N8nRest(n8n.url, options.signal);
	// n8n requires a capital letter and a digit.
	const password = `Demo1-${randomBytes(6).toString('hex')}`;
	const account = { email: 'demo@example.com', password };
	const owner = { ...account, firstName: 'Demo', lastName: 'Owner' };
	await rest.call('POST', '/owner/setup', z.unknown(), owner);
	return { n8n, rest, account };
}

export async function startSandbox(options: SandboxOptions) {
	const prepared = await prepare(options, options.manifest);
	const service = await startService(options.service);
	options.cleanup.add(() => service.close());
	options.report(`Starting n8n ${prepared.installation.version} …`);
	const editor = await startEditor(prepared, options);
	const { rest } = editor;
	const credential = await rest.createCredential(credentialFor(service));
	const { status, message } = await rest.testCredential(credential);
	if (status !== 'OK') throw new Failure(`The credential did not pass n8n's test: ${message}`);
	const projectId = await rest.personalProjectId();
	return { ...prepared, ...editor, service, credential, projectId };
}
