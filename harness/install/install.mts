import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { z } from 'zod';
import type { ScriptTools } from '../script/script.mts';

export type Installation = Awaited<ReturnType<typeof installN8n>>;

const lockfileSchema = z.object({
	packages: z.object({ 'node_modules/n8n': z.object({ version: z.string() }) }),
});

/** Runs the install scripts of two packages only: n8n runs without the others. */
const STEPS = {
	"Downloading n8n's packages": 'npm ci --ignore-scripts --no-audit --no-fund',
	'Downloading the Node.js that n8n runs on':
		'npm rebuild node --ignore-scripts=false --foreground-scripts',
	'Downloading SQLite, or compiling it with Python 3, make and a C++ compiler':
		'npm rebuild sqlite3 --ignore-scripts=false --foreground-scripts',
	'Loading SQLite': 'node_modules/node/bin/node --eval require("sqlite3")',
};

/** Holds the installed n8n versions, for later runs and for other checkouts on this machine. */
export function cacheFolder(): string {
	const { CUSTOMER_DATA_DEMO_CACHE: own, XDG_CACHE_HOME: caches } = process.env;
	return own || join(caches || join(homedir(), '.cache'), 'n8n-nodes-customer-data');
}

/** @param manifest a folder whose package.json and package-lock.json pin `n8n` and `node` */
export async function installN8n(tools: ScriptTools, manifest = import.meta.dirname) {
	const lockfile = await readFile(join(manifest, 'package-lock.json'), 'utf8');
	const { version } = lockfileSchema.parse(JSON.parse(lockfile)).packages['node_modules/n8n'];
	const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
	const name = `n8n-${version}-${hash}-${process.platform}-${process.arch}`;
	const folder = join(cacheFolder(), name);
	if (!existsSync(folder)) await install(folder, manifest, tools);
	const modules = join(folder, 'node_modules');
	// n8n's command is a script for that Node.js.
	return { version, node: join(modules, 'node/bin/node'), n8n: join(modules, 'n8n/bin/n8n') };
}

/** Installs into a partial folder and renames it at the end, so an existing folder is complete. */
async function install(folder: string, manifest: string, tools: ScriptTools): Promise<void> {
	tools.report('Installing n8n (first run only). This takes about 5 minutes and 2.7 GB, in');
	tools.report(`  ${folder}`);
	await mkdir(cacheFolder(), { recursive: true });
	const partial = await mkdtemp(`${folder}.partial-`);
	tools.cleanup.add(() => rm(partial, { recursive: true, force: true }));
	for (const file of ['package.json', 'package-lock.json']) {
		await copyFile(join(manifest, file), join(partial, file));
	}
	for (const [name, command] of Object.entries(STEPS)) {
		tools.report(`  ${name} …`);
		const [file = '', ...args] = command.split(' ');
		await execa(file, args, { cwd: partial, cancelSignal: tools.signal });
	}
	// Another run may have been quicker.
	if (!existsSync(folder)) await rename(partial, folder);
}
