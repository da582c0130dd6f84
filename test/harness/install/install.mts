import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../script/failure.mts';
import type { ScriptTools } from '../script/script.mts';
import { withLock } from './lock.mts';
import { runSteps, type Step } from '../process/steps.mts';

export interface Installation {
	folder: string;
	version: string;
	/** The Node.js binary that this n8n runs on. */
	node: string;
	/** n8n's command, a script for that binary. */
	n8n: string;
}

const CACHE_VARIABLE = 'CUSTOMER_DATA_DEMO_CACHE';
const PARTIAL = '.partial-';
const NEEDED_GB = 4;

const lockfileSchema = z.object({
	packages: z.record(z.object({ version: z.string().optional() })),
});

/** Holds the installed n8n versions, for later runs and for other checkouts on this machine. */
export function cacheFolder(): string {
	const { [CACHE_VARIABLE]: own, XDG_CACHE_HOME: caches } = process.env;
	return own || join(caches || join(homedir(), '.cache'), 'n8n-nodes-customer-data');
}

interface InstallOptions extends Pick<ScriptTools, 'report' | 'signal'> {
	/** A folder whose package.json and package-lock.json pin `n8n` and `node`. */
	manifest?: string;
}

/** Installs the n8n that a lockfile pins, by default the lockfile next to this file. */
export async function installN8n({
	manifest = import.meta.dirname,
	report,
	signal,
}: InstallOptions): Promise<Installation> {
	const cache = cacheFolder();
	const lockfile = await readFile(join(manifest, 'package-lock.json'), 'utf8');
	const { packages } = lockfileSchema.parse(JSON.parse(lockfile));
	const version = packages['node_modules/n8n']?.version;
	if (version === undefined) throw new Failure(`${manifest}/package-lock.json does not list n8n.`);

	const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
	const folder = join(cache, `n8n-${version}-${hash}-${process.platform}-${process.arch}`);
	await mkdir(cache, { recursive: true });
	const onWait = () => report('Another run is installing n8n. Waiting for it …');
	await withLock(`${folder}.lock`, { onWait, signal }, async () => {
		await removeLeftovers(folder);
		if (existsSync(folder)) return;
		report(`Installing n8n ${version} (first run only). This takes about 5 minutes and 2.7 GB.`);
		report(`  into ${folder}`);
		await install(folder, Object.keys(packages), { manifest, report, signal });
	});
	return {
		folder,
		version,
		node: join(folder, 'node_modules/node/bin/node'),
		n8n: join(folder, 'node_modules/n8n/bin/n8n'),
	};
}

/** Installs into a partial folder and renames it at the end, so an existing folder is complete. */
async function install(
	folder: string,
	/** The packages' paths in the lockfile. */
	paths: string[],
	{ manifest, report, signal }: Required<InstallOptions>,
): Promise<void> {
	const partial = await mkdtemp(folder + PARTIAL);
	const logFile = `${folder}.log`;
	await rm(logFile, { force: true });
	try {
		await assertRoom(partial);
		for (const file of ['package.json', 'package-lock.json']) {
			await copyFile(join(manifest, file), join(partial, file));
		}
		await runSteps(installSteps(partial, paths), { cwd: partial, logFile, report, signal });
		await rename(partial, folder);
		await rm(logFile, { force: true });
	} catch (error) {
		await rm(partial, { recursive: true, force: true });
		if (signal.aborted) await rm(logFile, { force: true });
		throw error;
	}
}

/** Runs the install scripts of two packages only: n8n runs without the others. */
function installSteps(folder: string, paths: string[]): Step[] {
	return [
		{
			what: "Downloading and unpacking n8n's packages",
			...npm('ci', '--ignore-scripts'),
			progress: () => `: ${countUnpacked(folder, paths).toLocaleString('en')} so far`,
		},
		{
			what: 'Downloading the Node.js that n8n runs on',
			...npm('rebuild', 'node', '--ignore-scripts=false'),
		},
		{
			what: "Downloading or compiling SQLite, n8n's database",
			...npm('rebuild', 'sqlite3', '--ignore-scripts=false'),
			hint: 'If there is no prebuilt SQLite, compiling it needs Python 3, make and a C++ compiler.',
		},
		{
			what: 'Checking that this Node.js can load SQLite',
			command: 'node_modules/node/bin/node',
			args: ['--eval', 'require("sqlite3")'],
		},
	];
}

function npm(...args: string[]): Pick<Step, 'command' | 'args'> {
	const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];
	return { command: 'npm', args: [...args, ...quiet, '--loglevel=http', '--foreground-scripts'] };
}

function countUnpacked(folder: string, paths: string[]): number {
	return paths.filter((path) => path && existsSync(join(folder, path, 'package.json'))).length;
}

/** Deletes the partial folders of installations that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
	const cache = dirname(folder);
	for (const name of await readdir(cache)) {
		if (!name.startsWith(basename(folder) + PARTIAL)) continue;
		await rm(join(cache, name), { recursive: true, force: true });
	}
}

async function assertRoom(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const free = (bavail * bsize) / 1e9;
	if (free >= NEEDED_GB) return;
	throw new Failure(
		`Installing n8n needs ${NEEDED_GB} GB, and ${dirname(folder)} has ${free.toFixed(1)} GB free. ` +
			`Free some space, or set ${CACHE_VARIABLE} to a folder with more space.`,
	);
}
