import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import type { ScriptTools } from '../script/script.mts';
import { runNpm } from './npm.mts';

/** node-gyp 8, which comes with sqlite3, needs a module that Python 3.12 moved into setuptools. */
const ADVICE = `SQLite could be neither downloaded from GitHub nor compiled. Compiling takes Python 3 with setuptools, make and a C++ compiler.
On Debian and Ubuntu: sudo apt-get install python3 python3-setuptools make g++. On macOS: xcode-select --install.`;

const COMMAND = 'rebuild sqlite3 --ignore-scripts=false --foreground-scripts';

/** Node.js's headers, if it came with them, spare node-gyp a download. */
const NODE = dirname(dirname(process.execPath));
const HEADERS = existsSync(join(NODE, 'include/node/node_api.h')) && { npm_config_nodedir: NODE };

/** Downloads SQLite for the package sqlite3, or compiles it. */
export async function addSqlite(folder: string, tools: ScriptTools): Promise<void> {
	tools.report(
		'  Downloading SQLite, or compiling it (a minute or two, on a busy computer up to 15) …',
	);
	const run = { folder, advice: ADVICE, env: { ...HEADERS } };
	await runNpm(COMMAND, run, tools);
	const loading = await execa('node', ['--eval', 'require("sqlite3")'], {
		cwd: folder,
		reject: false,
	});
	if (!loading.failed) return;
	// What was downloaded can need a newer glibc.
	const env = { ...HEADERS, npm_config_build_from_source: 'true' };
	await runNpm(COMMAND, { ...run, env }, tools);
}
