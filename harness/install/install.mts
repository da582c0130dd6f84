import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../script/failure.mts';
import type { ScriptTools } from '../script/script.mts';
import { assertSpace } from './disk.mts';
import { DOWNLOAD } from './npm.mts';
import { awaitOthers, keepBusy, partialFolder, removeLeftovers } from './partial.mts';
import { sqlite } from './sqlite.mts';
import { runSteps, stepsLeft, type Step } from './steps.mts';

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
	steps: Step[];
}

const lockfileSchema = z.object({ packages: z.record(z.object({ version: z.string() })) });

/** n8n runs without the install scripts of the others. */
const N8N_STEPS: Step[] = [
	{
		title: 'Downloading the Node.js that n8n runs on',
		command: 'npm rebuild node --ignore-scripts=false --foreground-scripts',
	},
	sqlite('sqlite3'),
	{ title: 'Loading SQLite', command: 'node_modules/node/bin/node --eval require("sqlite3")' },
];

/** Holds what was installed, for later runs and for other checkouts on this machine. */
function cacheFolder(): string {
	const { CUSTOMER_DATA_DEMO_CACHE: own, XDG_CACHE_HOME: caches } = process.env;
	return own || join(caches || join(homedir(), '.cache'), 'n8n-nodes-customer-data');
}

/** @param manifest a folder whose package.json and package-lock.json pin `n8n` and `node` */
export async function installN8n(tools: ScriptTools, manifest = import.meta.dirname) {
	const effort = { minutes: '5 to 10', gigabytes: 2.7 };
	const packages = { manifest, main: 'n8n', title: 'n8n', ...effort, steps: N8N_STEPS };
	const { version, modules } = await installPackages(packages, tools);
	// n8n's command is a script for that Node.js.
	return { version, node: join(modules, 'node/bin/node'), n8n: join(modules, 'n8n/bin/n8n') };
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
	const { manifest, title, minutes, gigabytes } = packages;
	await mkdir(dirname(folder), { recursive: true });
	await awaitOthers(folder, title, tools);
	if (existsSync(folder)) return;
	const partial = await partialFolder(folder);
	await assertSpace(partial, packages);
	const all = [DOWNLOAD, ...packages.steps];
	const steps = await stepsLeft(partial, all);
	const isNew = steps.length === all.length;
	const what = isNew ? `Installing ${title}` : `Going on with the installation of ${title}`;
	const effort = isNew ? ` (${minutes} minutes, ${gigabytes} GB; only the first time)` : '';
	tools.report(`${what}${effort}, in\n  ${folder}`);
	for (const file of ['package.json', 'package-lock.json']) {
		await copyFile(join(manifest, file), join(partial, file));
	}
	await keepBusy(partial, runSteps(partial, { ...packages, steps }, tools));
	// Another run may have been quicker.
	if (!existsSync(folder)) await rename(partial, folder);
	await removeLeftovers(folder);
}
