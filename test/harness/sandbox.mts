import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startService, type RunningService, type ServiceOptions } from '../../service/server.mts';
import type { Cleanup } from './script/cleanup.mts';
import { Failure } from './script/failure.mts';
import { installN8n, type Installation } from './install/install.mts';
import { startN8n, type RunningN8n } from './n8n/n8n.mts';
import { packPackage } from './install/package.mts';
import { N8nRest, type Account, type Credential } from './n8n/rest.mts';

export interface Stage {
	installation: Installation;
	/** Of our package. */
	tarball: string;
	service: RunningService;
	n8n: RunningN8n;
	rest: N8nRest;
	account: Account;
	credential: Credential;
	projectId: string;
}

export interface StageOptions {
	/** Takes the logs and all that is only needed while it runs. */
	workspace: string;
	/** Takes the ways to end what was started, also when not all of it could be. */
	cleanup: Cleanup;
	report: (line: string) => void;
	service?: ServiceOptions;
	/** Which n8n, see `installN8n`; the demo's own when absent. */
	manifest?: string;
	/** For n8n. */
	env?: NodeJS.ProcessEnv;
	signal?: AbortSignal;
}

/** The service, an n8n with our package, an account and a credential that works. */
export async function setStage({
	workspace,
	cleanup,
	report,
	service: serviceOptions,
	manifest,
	env,
	signal,
}: StageOptions): Promise<Stage> {
	const installation = await installN8n({ manifest, report, signal });
	const tarball = await packPackage(workspace, signal);

	const service = await startService(serviceOptions);
	cleanup.add(() => service.close());

	report(`Starting n8n ${installation.version} …`);
	const logFile = join(workspace, 'n8n.log');
	const n8n = await startN8n({ installation, tarball, logFile, env, signal });
	cleanup.add(() => n8n.stop());

	const rest = new N8nRest(n8n.url, signal);
	const account = newAccount();
	await rest.setUpOwner(account);
	const credential = await createCredential(rest, service);
	const projectId = await rest.personalProjectId();
	return { installation, tarball, service, n8n, rest, account, credential, projectId };
}

function newAccount(): Account {
	// n8n asks for a capital letter and a digit.
	return { email: 'demo@example.com', password: `Demo1-${randomBytes(6).toString('hex')}` };
}

async function createCredential(rest: N8nRest, service: RunningService): Promise<Credential> {
	const { baseUrl, apiKey, companyId } = service;
	const credential = await rest.createCredential({
		name: 'Customer Data (demo service)',
		type: 'customerDataApi',
		data: { baseUrl, apiKey, companyId },
	});
	const { status, message } = await rest.testCredential(credential);
	if (status === 'OK') return credential;
	throw new Failure(`n8n's test of the credential did not pass: ${message}`);
}
