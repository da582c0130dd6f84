import getPort from 'get-port';
import type { Installation } from '../install/install.mts';
import { installPackage } from '../install/package.mts';
import { startServer } from '../process/processes.mts';
import type { ScriptTools } from '../script/script.mts';

interface N8nOptions extends Pick<ScriptTools, 'cleanup'> {
	installation: Installation;
	/** Where an n8n that ran before keeps its data; a new folder with our package by default. */
	userFolder?: string;
	logFile: string;
	command?: 'start' | 'worker';
	/** The port to take if it is free. */
	port?: number;
	/** Overrides the settings below. */
	env?: NodeJS.ProcessEnv;
	signal?: AbortSignal;
}

export type RunningN8n = Awaited<ReturnType<typeof startN8n>>;

/** Leaves out the user's own N8N_… and DB_… settings: the demo must never use a real database. */
const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

const SETTINGS = {
	NODE_ENV: 'production',
	N8N_HOST: '127.0.0.1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	// Lets the editor sign in over plain HTTP.
	N8N_SECURE_COOKIE: 'false',
	// n8n's schedules default to New York time.
	GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
	// The rest turns off what n8n would send to or fetch from the internet.
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

/** Starts an n8n process with our package, and waits until it is ready. */
export async function startN8n(options: N8nOptions) {
	const { installation, logFile, command = 'start', cleanup, signal } = options;
	const { node, n8n, version } = installation;
	const userFolder = options.userFolder ?? (await cleanup.folder('n8n'));
	if (options.userFolder === undefined) await installPackage(userFolder);
	const port = await getPort(options.port === undefined ? {} : { port: options.port });
	const env = {
		...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
		...SETTINGS,
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(await getPort()),
		// This module fetches a list of MCP servers. n8n 1 has no such module and would not start.
		...(!version.startsWith('1.') && { N8N_DISABLED_MODULES: 'mcp-registry' }),
		...options.env,
	};
	const running = await startServer({
		name: 'n8n',
		command: [node, n8n, command],
		ready: /Editor is now accessible|worker is now ready/,
		// n8n reads a .env file from its working directory.
		cwd: userFolder,
		env,
		extendEnv: false,
		logFile,
		cleanup,
		signal,
	});
	return { ...running, url: `http://127.0.0.1:${port}`, userFolder, logFile };
}
