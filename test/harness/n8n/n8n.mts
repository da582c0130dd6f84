import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import type { Cleanup } from '../script/cleanup.mts';
import type { Installation } from '../install/install.mts';
import { unpackPackage } from '../install/package.mts';
import { freePort } from '../process/ports.mts';
import { startServer } from '../process/server.mts';

interface N8nOptions {
	installation: Installation;
	/** A tarball of the package, unpacked to where n8n looks for community packages. */
	tarball?: string;
	/** Where n8n keeps its data: a temporary folder when absent. */
	userFolder?: string;
	logFile: string;
	command?: 'start' | 'worker';
	/** On top of our own settings. */
	env?: NodeJS.ProcessEnv;
	/** Takes the ways to end what was started, also when not all of it could be. */
	cleanup: Cleanup;
	signal?: AbortSignal;
}

export interface RunningN8n {
	url: string;
	child: ChildProcess;
	logFile: string;
	stop(): Promise<void>;
}

/** Nothing leaves the machine: all that n8n would report, look up or offer is off. */
const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
};

/** The user's own N8N_… and DB_… settings stay out: the demo must not end up in a real database. */
const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

const START_WITHIN_MS = 180_000;
// It lets running executions end first, however long that takes.
const STOP_WITHIN_MS = 5_000;

/** Starts one n8n process and waits until it answers. */
export async function startN8n({
	installation,
	tarball,
	userFolder,
	logFile,
	command = 'start',
	env = {},
	cleanup,
	signal,
}: N8nOptions): Promise<RunningN8n> {
	const folder = userFolder ?? (await temporaryFolder(cleanup));
	if (tarball !== undefined) await unpackPackage(tarball, folder);
	const [port, brokerPort] = await Promise.all([freePort(), freePort()]);
	const url = `http://127.0.0.1:${port}`;
	const at = `${url}${command === 'start' ? '/rest/settings' : '/healthz/readiness'}`;
	const { child, stop } = await startServer(installation.node, [installation.n8n, command], {
		name: 'n8n',
		at,
		isReady: () => answersJson(at),
		withinMs: START_WITHIN_MS,
		graceMs: STOP_WITHIN_MS,
		// n8n reads a .env file from the folder that it is started in.
		cwd: folder,
		logFile,
		env: {
			...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
			HOME: folder,
			N8N_USER_FOLDER: folder,
			NODE_ENV: 'production',
			...ownPorts(port, brokerPort),
			...QUIET,
			// It fetches a list of MCP servers at every start. Hosts before 2.0 do not know it, nor start.
			...(!installation.version.startsWith('1.') && { N8N_DISABLED_MODULES: 'mcp-registry' }),
			// Its schedules would go by New York's clock otherwise.
			GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
			...env,
		},
		cleanup,
		signal,
	});
	return { url, child, logFile, stop };
}

async function temporaryFolder(cleanup: Cleanup): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'customer-data-n8n-'));
	cleanup.add(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

function ownPorts(port: number, brokerPort: number): NodeJS.ProcessEnv {
	return {
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// A worker answers nothing but health checks, and those only when told to.
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		// The editor refuses to sign in over plain HTTP otherwise.
		N8N_SECURE_COOKIE: 'false',
	};
}

/** While it starts, n8n answers every address with 200 and a sentence. */
async function answersJson(address: string): Promise<boolean> {
	try {
		const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) });
		await answer.json();
		return answer.ok;
	} catch {
		return false;
	}
}
