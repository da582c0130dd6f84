import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startService, type RunningService, type ServiceOptions } from '../../service/server.mts';
import { installN8n, type Installation } from './install/install.mts';
import { packPackage } from './install/package.mts';
import { credentialFor } from './n8n/credential.mts';
import { startN8n, type RunningN8n } from './n8n/n8n.mts';
import { N8nRest, type Account, type Credential } from './n8n/rest.mts';
import { Failure } from './script/failure.mts';
import type { ScriptTools } from './script/script.mts';

/** All that it takes to start n8n with our package. */
export interface Prepared {
	installation: Installation;
	/** Of our package. */
	tarball: string;
}

/** An n8n with our package, and its owner signed in. */
export interface Editor {
	n8n: RunningN8n;
	rest: N8nRest;
	account: Account;
}

/** What most of the tests start from, and the demo: an editor, a service, and a credential for it. */
export interface Sandbox extends Prepared, Editor {
	service: RunningService;
	credential: Credential;
	projectId: string;
}

/** A script's tools, and what else there is to say. */
interface EditorOptions extends ScriptTools {
	/** Where n8n keeps its data: a temporary folder when absent. */
	userFolder?: string;
	/** For n8n. */
	env?: NodeJS.ProcessEnv;
}

interface SandboxOptions extends EditorOptions {
	/** Which n8n, see `installN8n`. */
	manifest?: string;
	service?: ServiceOptions;
}

/** Installs n8n where it is not yet, and packs our package. */
export async function prepare(options: ScriptTools & { manifest?: string }): Promise<Prepared> {
	const installation = await installN8n(options);
	return { installation, tarball: await packPackage(options) };
}

export async function startEditor(prepared: Prepared, options: EditorOptions): Promise<Editor> {
	const logFile = join(options.workspace, 'n8n.log');
	const n8n = await startN8n({ ...prepared, ...options, logFile });
	const rest = new N8nRest(n8n.url, options.signal);
	const account = newAccount();
	await rest.setUpOwner(account);
	return { n8n, rest, account };
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const prepared = await prepare(options);
	const service = await startService(options.service);
	options.cleanup.add(() => service.close());
	options.report(`Starting n8n ${prepared.installation.version} …`);
	const editor = await startEditor(prepared, options);
	const { rest } = editor;
	const credential = await rest.createCredential(credentialFor(service));
	const { status, message } = await rest.testCredential(credential);
	if (status !== 'OK') throw new Failure(`n8n's test of the credential did not pass: ${message}`);
	const projectId = await rest.personalProjectId();
	return { ...prepared, ...editor, service, credential, projectId };
}

function newAccount(): Account {
	// n8n asks for a capital letter and a digit.
	return { email: 'demo@example.com', password: `Demo1-${randomBytes(6).toString('hex')}` };
}
