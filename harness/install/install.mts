import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { z } from 'zod';
import { Failure } from '../script/failure.mts';
import type { ScriptTools } from '../script/script.mts';

export type Installation = Awaited<ReturnType<typeof installN8n>>;

/** Packages for the cache folder. */
export interface Packages {
	/** The folder whose package.json and package-lock.json pin them. */
	manifest: string;
	/** The package that the others are for. */
	main: string;
	/** For whoever waits: its name, and what it takes. */
	title: string;
	effort: string;
	/** The commands after npm ci, which runs no install scripts, and what each is for. */
	steps: Record<string, string>;
}

const lockfileSchema = z.object({ packages: z.record(z.object({ version: z.string() })) });

const MINUTE = 60_000;
const NPM_CI = 'npm ci --ignore-scripts --no-audit --no-fund';

/** For what brings SQLite. */
export const SQLITE_STEPS = {
	'Downloading SQLite, or compiling it with Python 3, make and a C++ compiler':
		'npm rebuild sqlite3 --ignore-scripts=false --foreground-scripts',
};

/** n8n runs without the install scripts of the others. */
const N8N_STEPS = {
	'Downloading the Node.js that n8n runs on':
		'npm rebuild node --ignore-scripts=false --foreground-scripts',
	...SQLITE_STEPS,
	'Loading SQLite': 'node_modules/node/bin/node --eval require("sqlite3")',
};

/** Holds what was installed, for later runs and for other checkouts on this machine. */
function cacheFolder(): string {
	const { CUSTOMER_DATA_DEMO_CACHE: own, XDG_CACHE_HOME: caches } = process.env;
	return own || join(caches || join(homedir(), '.cache'), 'n8n-nodes-customer-data');
}

/** @param manifest a folder whose package.json and package-lock.json pin `n8n` and `node` */
export async function installN8n(tools: ScriptTools, manifest = import.meta.dirname) {
	const effort = '5 to 10 minutes and 2.7 GB';
	const packages = { manifest, main: 'n8n', title: 'n8n', effort, steps: N8N_STEPS };
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
	const name = [basename(main), version, hash, process.platform, process.arch].join('-');
	const folder = join(cacheFolder(), name);
	if (!existsSync(folder)) await install(folder, packages, tools);
	return { version, modules: join(folder, 'node_modules') };
}

/** Installs into a partial folder and renames it at the end, so an existing folder is complete. */
async function install(folder: string, packages: Packages, tools: ScriptTools): Promise<void> {
	const { manifest, title, effort, steps } = packages;
	tools.report(`Installing ${title} (first run only). This takes ${effort}, in`);
	tools.report(`  ${folder}`);
	await mkdir(cacheFolder(), { recursive: true });
	const partial = await mkdtemp(`${folder}.partial-`);
	tools.cleanup.add(() => rm(partial, { recursive: true, force: true }));
	for (const file of ['package.json', 'package-lock.json']) {
		await copyFile(join(manifest, file), join(partial, file));
	}
	const all = { [`Downloading ${title}'s packages`]: NPM_CI, ...steps };
	for (const [name, command] of Object.entries(all)) {
		tools.report(`  ${name} …`);
		const [file = '', ...args] = command.split(' ');
		const start = Date.now();
		const progress = setInterval(() => {
			tools.report(`    ${Math.round((Date.now() - start) / MINUTE)} min`);
		}, MINUTE);
		await execa(file, args, { cwd: partial, cancelSignal: tools.signal }).finally(() => {
			clearInterval(progress);
		});
	}
	// Another run may have been quicker.
	if (!existsSync(folder)) await rename(partial, folder);
}
