import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isRunning } from '../process/processes.mts';
import { Failure } from '../script/failure.mts';
import type { ScriptTools } from '../script/script.mts';
import { downloadPackages, runNpm } from './npm.mts';
import { addSqlite } from './sqlite.mts';

export type Installation = Awaited<ReturnType<typeof installN8n>>;

/** Packages for the cache folder. */
export interface Packages {
	/** The folder whose package.json and package-lock.json pin them. */
	manifest: string;
	/** The package that the others are for. */
	main: string;
	/** For whoever waits: its name, and what it takes. */
	title: string;
	minutes: string;
	gigabytes: number;
	/** What comes after npm ci, which runs no install scripts. */
	steps: Array<(folder: string, tools: ScriptTools) => Promise<void>>;
}

const lockfileSchema = z.object({ packages: z.record(z.object({ version: z.string() })) });

/** Holds what was installed, for later runs and for other checkouts on this machine. */
function cacheFolder(): string {
	const { CUSTOMER_DATA_DEMO_CACHE: own, XDG_CACHE_HOME: caches } = process.env;
	return own || join(caches || join(homedir(), '.cache'), 'n8n-nodes-customer-data');
}

/** @param manifest a folder whose package.json and package-lock.json pin `n8n` and `node` */
export async function installN8n(tools: ScriptTools, manifest = import.meta.dirname) {
	const effort = { minutes: '5 to 10', gigabytes: 2.7 };
	// n8n runs without the install scripts of the others.
	const steps = [downloadNode, addSqlite];
	const packages = { manifest, main: 'n8n', title: 'n8n', ...effort, steps };
	const { version, modules } = await installPackages(packages, tools);
	// n8n's command is a script for that Node.js.
	return { version, node: join(modules, 'node/bin/node'), n8n: join(modules, 'n8n/bin/n8n') };
}

async function downloadNode(folder: string, tools: ScriptTools): Promise<void> {
	tools.report('  Downloading the Node.js that n8n runs on …');
	await runNpm('rebuild node --ignore-scripts=false --foreground-scripts', { folder }, tools);
}

/** Installs packages where no run before has; returns their `node_modules`, and the version of the main one. */
export async function installPackages(packages: Packages, tools: ScriptTools) {
	const { manifest, main } = packages;
	const lockfile = await readFile(join(manifest, 'package-lock.json'), 'utf8');
	const locked = lockfileSchema.parse(JSON.parse(lockfile)).packages[`node_modules/${main}`];
	if (!locked) throw new Failure(`${manifest} has no package-lock.json with ${main}.`);
	const { version } = locked;
	const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
	const { platform, arch } = process;
	const folder = join(cacheFolder(), [basename(main), version, hash, platform, arch].join('-'));
	if (!existsSync(folder)) await install(folder, packages, tools);
	return { version, modules: join(folder, 'node_modules') };
}

/** Installs into a partial folder and renames it at the end, so an existing folder is complete. */
async function install(folder: string, packages: Packages, tools: ScriptTools): Promise<void> {
	const { manifest, title, minutes, gigabytes, steps } = packages;
	const effort = `${minutes} minutes, ${gigabytes} GB; only the first time`;
	tools.report(`Installing ${title} (${effort}), in\n  ${folder}`);
	const partial = await partialFolder(folder);
	if (!existsSync(join(partial, 'node_modules'))) await assertSpace(partial, packages);
	for (const file of ['package.json', 'package-lock.json']) {
		await copyFile(join(manifest, file), join(partial, file));
	}
	try {
		for (const step of [downloadPackages, ...steps]) await step(partial, tools);
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		throw new Failure(`Could not install ${title}: ${error.message}
Then run the command again. It goes on from here: what was downloaded is kept.`);
	}
	// Of two commands that install the same, the first is done for both.
	if (existsSync(folder)) await rm(partial, { recursive: true });
	else await rename(partial, folder);
}

/** @throws Failure where it does not fit: on a full disk, npm goes on for minutes */
async function assertSpace(folder: string, { title, gigabytes }: Packages): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const free = (bavail * bsize) / 1024 ** 3;
	if (free >= gigabytes) return;
	throw new Failure(
		`${title} needs ${gigabytes} GB, and only ${free.toFixed(1)} GB are free in ${folder}. Free some space, or name another folder in CUSTOMER_DATA_DEMO_CACHE.`,
	);
}

/** A folder of this process, with what a command left that has ended before its installation was complete. */
async function partialFolder(folder: string): Promise<string> {
	const prefix = `${basename(folder)}.partial-`;
	const pathOf = (pid: number) => join(dirname(folder), `${prefix}${pid}`);
	await mkdir(dirname(folder), { recursive: true });
	const names = (await readdir(dirname(folder))).filter((name) => name.startsWith(prefix));
	const processes = names.map((name) => Number(name.slice(prefix.length)));
	const [left, ...others] = processes.filter((pid) => !isRunning(pid)).map(pathOf);
	const own = pathOf(process.pid);
	// Another command may do the same at this moment.
	if (left !== undefined) await rename(left, own).catch(() => undefined);
	for (const path of others) await rm(path, { recursive: true, force: true });
	await mkdir(own, { recursive: true });
	return own;
}
