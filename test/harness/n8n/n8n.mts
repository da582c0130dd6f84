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
	/** The packed package, to be installed as a community package. */
	tarball?: string;
	/** Where n8n keeps its data; a temporary folder by default. */
	userFolder?: string;
	logFile: string;
	command?: 'start' | 'worker';
	/** Overrides the settings below. */
	env?: NodeJS.ProcessEnv;
	/** Stops whatever was started, even if the start fails halfway. */
	cleanup: Cleanup;
	signal?: AbortSignal;
}

export interface RunningN8n {
	url: string;
	child: ChildProcess;
	logFile: string;
	stop(): Promise<void>;
}

/** Turns off everything that n8n would send to or fetch from the internet. */
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

/** Leaves out the user's own N8N_… and DB_… settings: the demo must never use a real database. */
const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

const START_WITHIN_MS = 180_000;
// On SIGTERM, n8n waits for running executions, so it needs a limit.
const STOP_WITHIN_MS = 5_000;

/** Starts an n8n process and waits until it responds. */
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
		// n8n reads a .env file from its working directory.
		cwd: folder,
		logFile,
		env: {
			...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
			HOME: folder,
			N8N_USER_FOLDER: folder,
			NODE_ENV: 'production',
			...ownPorts(port, brokerPort),
			...QUIET,
			// This module fetches a list of MCP servers. n8n 1 has no such module and would not start.
			...(!installation.version.startsWith('1.') && { N8N_DISABLED_MODULES: 'mcp-registry' }),
			// n8n's schedules default to New York time.
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
		// A worker responds only to health checks, and only if they are enabled.
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		// Lets the editor sign in over plain HTTP.
		N8N_SECURE_COOKIE: 'false',
	};
}

/** While n8n starts, it responds to every URL with status 200 and plain text. */
async function answersJson(address: string): Promise<boolean> {
	try {
		const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) });
		await answer.json();
		return answer.ok;
	} catch {
		return false;
	}
}
