import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import getPort from 'get-port';
import { beforeEach, expect, it, vi } from 'vitest';
import { installPackages } from '../../harness/install/install.mts';
import { sqlite } from '../../harness/install/sqlite.mts';
import type { Step } from '../../harness/install/steps.mts';
import { Cleanup } from '../../harness/script/cleanup.mts';
import { Failure } from '../../harness/script/failure.mts';

/** For no machine, so that npm has nothing to download. */
const THING = { name: 'thing', version: '1.2.3', os: ['none'], optional: true };
const MANIFEST = { name: 'test', version: '0.0.0', optionalDependencies: { thing: '1.2.3' } };
const LOCKFILE = { '': MANIFEST, 'node_modules/thing': THING };

let cache: string;
let manifest: string;

beforeEach(async () => {
	const folder = await mkdtemp(join(tmpdir(), 'customer-data-install-'));
	[cache, manifest] = [join(folder, 'cache'), folder];
	vi.stubEnv('CUSTOMER_DATA_DEMO_CACHE', cache);
	// Nothing is to be downloaded, so no registry is looked for.
	vi.stubEnv('npm_config_offline', 'true');
	await write('package.json', MANIFEST);
	await write('package-lock.json', { ...MANIFEST, lockfileVersion: 3, packages: LOCKFILE });
	return async () => {
		vi.unstubAllEnvs();
		vi.unstubAllGlobals();
		await rm(folder, { recursive: true });
	};
});

async function write(file: string, content: unknown) {
	const text = typeof content === 'string' ? content : JSON.stringify(content);
	await writeFile(join(manifest, file), text);
	return join(manifest, file);
}

/** Installs, and returns what was reported. */
async function install(steps: Step[], gigabytes = 0): Promise<string[]> {
	const lines: string[] = [];
	const tools = {
		workspace: manifest,
		cleanup: new Cleanup(),
		signal: new AbortController().signal,
	};
	const packages = { manifest, main: 'thing', title: 'Thing', minutes: '1', gigabytes, steps };
	await installPackages(packages, { ...tools, report: (line) => lines.push(line) });
	return lines;
}

async function failure(...of: Parameters<typeof install>): Promise<string> {
	const error: unknown = await install(...of).catch((thrown: unknown) => thrown);
	if (error instanceof Failure) return error.message;
	throw new Error('It did not fail as expected');
}

/** The ID of a process that runs no more. */
function endedProcess(): number {
	return spawnSync(process.execPath, ['--version']).pid;
}

/** A step that fails for as long as it says something. */
async function failing(said: string, more: Partial<Step> = {}): Promise<Step> {
	const program = `console.error(${JSON.stringify(said)}); process.exit(1);`;
	return { title: 'Failing', command: `node ${await write('failing.js', program)}`, ...more };
}

it('goes on where a run before has failed, and keeps nothing but the whole', async () => {
	const log = join(manifest, 'runs.txt');
	const program = `require('node:fs').appendFileSync(${JSON.stringify(log)}, 'run ');`;
	const counted = { title: 'Counted', command: `node ${await write('counted.js', program)}` };
	const step = await failing('No');
	await expect(failure([counted, step])).resolves.toContain('Run the command again to go on');
	const [left = ''] = await readdir(cache);
	const other = left.replace(/\d+$/, String(endedProcess()));
	await rename(join(cache, left), join(cache, other));
	await write('failing.js', '');
	const lines = await install([counted, step]);
	expect(lines).toEqual([expect.stringContaining('Going on'), '  Failing …']);
	expect(readFileSync(log, 'utf8')).toBe('run ');
	expect(await readdir(cache)).toEqual([expect.stringMatching(/^thing-1\.2\.3-\w+-\w+-\w+$/)]);
	await expect(install([counted, step])).resolves.toEqual([]);
});

it('removes what other runs have left, but not what one is installing at the same time', async () => {
	await install([]);
	const [name = ''] = await readdir(cache);
	const folder = join(cache, name);
	for (let run = 0; run < 2; run++) {
		await cp(folder, `${folder}.partial-${endedProcess()}`, { recursive: true });
	}
	await rm(folder, { recursive: true });
	const other = `${folder}.partial-${process.ppid}`;
	const program = `require('node:fs').mkdirSync(${JSON.stringify(other)})`;
	await install([{ title: '', command: `node ${await write('other.js', program)}` }]);
	expect(await readdir(cache)).toEqual([name, basename(other)]);
});

/** Leaves an installation as that of a process that runs for as long as this one does; returns both folders. */
async function ofAnother() {
	await install([]);
	const [name = ''] = await readdir(cache);
	const whole = join(cache, name);
	const partial = `${whole}.partial-${process.ppid}`;
	await rename(whole, partial);
	return { whole, partial };
}

it('waits for what another run is installing', async () => {
	const { whole, partial } = await ofAnother();
	setTimeout(() => void rename(partial, whole), 500);
	const waiting = 'Waiting for another command, which is installing Thing …';
	await expect(install([])).resolves.toEqual([waiting]);
});

it('goes on with what a run has left whose ID another process has since', async () => {
	const { whole, partial } = await ofAnother();
	await utimes(partial, 0, 0);
	await expect(install([])).resolves.toEqual([expect.stringContaining('Going on')]);
	expect(await readdir(cache)).toEqual([basename(whole)]);
});

it('downloads nothing if the registry is out of reach', async () => {
	const port = await getPort();
	for (const name of ['offline', 'prefer_offline']) vi.stubEnv(`npm_config_${name}`, undefined);
	vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}`);
	await expect(failure([])).resolves.toMatch(
		/^Nothing was downloaded: .+ \(ECONNREFUSED\)\. Check/,
	);
	vi.stubEnv('npm_config_prefer_offline', 'true');
	await expect(install([])).resolves.toHaveLength(2);
});

it('asks for what compiles SQLite if it cannot be downloaded', async () => {
	vi.stubEnv('PATH', '');
	vi.stubGlobal('fetch', async () => new Response());
	const { assertPossible } = sqlite('sqlite3');
	await expect(assertPossible?.()).resolves.toBe(undefined);
	vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('fetch failed')));
	await expect(assertPossible?.()).rejects.toThrow(
		'is missing to compile it: Python 3 with setuptools, make, a C++ compiler. On',
	);
});

it('downloads nothing if a step is not possible', async () => {
	const assertPossible = async () => {
		throw new Failure('Install make.');
	};
	const step = { title: '', command: 'never', assertPossible };
	await expect(failure([step])).resolves.toBe('Install make.');
	const files = await readdir(cache, { recursive: true });
	expect(files.filter((file) => file.endsWith('.log'))).toEqual([]);
});

it('downloads nothing if there is too little space', async () => {
	const message = await failure([], 1e9);
	expect(message).toMatch(/^Thing needs 1000000000 GB, and only [\d.]+ GB are free in /);
});

it.each([
	['npm error code ENOSPC', 'Could not install Thing: the disk is full. Free some space.'],
	['npm error code ECONNREFUSED', 'npm could not reach its registry (ECONNREFUSED). Check the net'],
	[
		'One\nnpm error code E404\nnpm error 404 Not Found',
		'this step failed.\n  npm error code E404\n  npm',
	],
	['Killed', 'Could not install Thing: this step failed.\n  Killed\n'],
])('says why it failed where the output is %j', async (said, message) => {
	await expect(failure([await failing(said)])).resolves.toContain(message);
});

it('gives the advice of the step that failed', async () => {
	const step = await failing('gyp ERR! ENOTFOUND', { advice: 'Install make.' });
	await expect(failure([step])).resolves.toContain('Thing: Install make.\nWhat was');
});
