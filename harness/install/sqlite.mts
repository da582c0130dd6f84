import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { Failure } from '../script/failure.mts';
import type { Step } from './steps.mts';

/** Where the packages that bring SQLite keep it compiled. */
const COMPILED = 'https://github.com';

/** What compiles it. node-gyp 8, which comes with sqlite3, needs a module that Python 3.12 dropped. */
const COMPILING = {
	'Python 3 with setuptools': [process.env.PYTHON ?? 'python3', '-c', 'import distutils.version'],
	make: ['make', '--version'],
	'a C++ compiler': ['g++', '--version'],
};

const ADVICE =
	'On Debian and Ubuntu: sudo apt-get install python3 python3-setuptools make g++. On macOS: xcode-select --install.';

/** The step for a package that brings SQLite. */
export const sqlite = (name: string): Step => ({
	title: 'Downloading SQLite, or compiling it (a minute or two)',
	command: `npm rebuild ${name} --ignore-scripts=false --foreground-scripts`,
	advice: `SQLite could be neither downloaded nor compiled. That takes ${Object.keys(COMPILING).join(', ')}. ${ADVICE}`,
	assertPossible,
	environment: withHeaders,
});

/** @throws Failure if SQLite can be neither downloaded nor compiled, as far as one can know */
async function assertPossible(): Promise<void> {
	const missing: string[] = [];
	for (const [tool, [file = '', ...args]] of Object.entries(COMPILING)) {
		const { failed } = await execa(file, args, { reject: false });
		if (failed) missing.push(tool);
	}
	if (missing.length === 0 || (await canDownload())) return;
	throw new Failure(
		`SQLite can't be downloaded from ${COMPILED}, and this is missing to compile it: ${missing.join(', ')}. ${ADVICE}`,
	);
}

async function canDownload(): Promise<boolean> {
	// npm would use it, and fetch does not.
	const hasProxy = Object.keys(process.env).some((name) => /https?_proxy$/i.test(name));
	if (hasProxy) return true;
	const request = fetch(COMPILED, { method: 'HEAD', signal: AbortSignal.timeout(10_000) });
	return await request.then(
		() => true,
		() => false,
	);
}

/** The headers of the installed Node.js or of this one, which spare node-gyp a download. */
async function withHeaders(folder: string): Promise<NodeJS.ProcessEnv> {
	const installed = join(folder, 'node_modules/node/node_modules');
	const names = existsSync(installed) ? await readdir(installed) : [];
	const folders = names.map((name) => join(installed, name));
	folders.push(dirname(dirname(process.execPath)));
	const found = folders.find((path) => existsSync(join(path, 'include/node/node_api.h')));
	return found === undefined ? {} : { npm_config_nodedir: found };
}
