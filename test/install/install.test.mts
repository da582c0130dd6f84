import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import getPort from 'get-port';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { installPackages, type Packages } from '../../harness/install/install.mts';
import { addSqlite } from '../../harness/install/sqlite.mts';
import { Cleanup } from '../../harness/script/cleanup.mts';
import { Failure } from '../../harness/script/failure.mts';

type Steps = Packages['steps'];

const VERSION = '1.2.3';

let folder: string;
let cache: string;
/** What npm has asked the registry for. */
let requests: string[];
/** What the package takes. */
let gigabytes: number;
/** Answers in place of the registry. */
let answer: ((response: ServerResponse) => unknown) | undefined;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'customer-data-install-'));
	cache = join(folder, 'cache');
	[requests, answer, gigabytes] = [[], undefined, 0];
	const { url, close } = await startRegistry();
	for (const [name, value] of Object.entries({
		CUSTOMER_DATA_DEMO_CACHE: cache,
		npm_config_registry: url,
		npm_config_cache: join(folder, 'npm'),
		npm_config_fetch_retry_mintimeout: '1',
		npm_config_fetch_retry_maxtimeout: '1',
	})) {
		vi.stubEnv(name, value);
	}
	await lock(['thing']);
	return async () => {
		vi.unstubAllEnvs();
		close();
		await rm(folder, { recursive: true });
	};
});

/** A registry of packages with nothing in them, but those in `folder` that have the package's name. */
async function startRegistry() {
	const port = await getPort();
	const url = `http://127.0.0.1:${port}`;
	const server = createServer(async (request, response) => {
		const path = request.url ?? '';
		requests.push(path);
		if (answer) return answer(response);
		const [name = ''] = path.slice(1).split('.');
		if (path.endsWith('.tgz')) return response.end(await pack(name));
		const dist = { tarball: `${url}/${name}.tgz` };
		const versions = { [VERSION]: { name, version: VERSION, dist } };
		return response.end(JSON.stringify({ name, versions }));
	});
	await once(server.listen(port, '127.0.0.1'), 'listening');
	return { url, close: () => void server.close() };
}

async function pack(name: string): Promise<Buffer> {
	const file = join(folder, `${name}.tgz`);
	await execa`tar -czf ${file} -C ${folder} ${name}`;
	return await readFile(file);
}

/** Pins these packages. */
async function lock(names: string[]) {
	const dependencies = Object.fromEntries(names.map((name) => [name, VERSION]));
	const manifest = { name: 'test', version: VERSION, dependencies };
	const packages = names.map((name) => [
		`node_modules/${name}`,
		{ version: VERSION, hasInstallScript: true },
	]);
	const all = { '': manifest, ...Object.fromEntries(packages) };
	await write('package.json', manifest);
	await write('package-lock.json', { ...manifest, lockfileVersion: 3, packages: all });
	for (const name of names) await publish({ name });
}

/** Makes a package for the registry. */
async function publish({ name, scripts }: { name: string; scripts?: Record<string, string> }) {
	await mkdir(join(folder, name), { recursive: true });
	await write(`${name}/package.json`, { name, version: VERSION, scripts });
}

async function write(file: string, content: unknown) {
	await writeFile(join(folder, file), JSON.stringify(content));
}

/** Installs, and returns what was reported. */
async function install(...steps: Steps): Promise<string[]> {
	const lines: string[] = [];
	const report = (line: string) => lines.push(line);
	const { signal } = new AbortController();
	const tools = { workspace: folder, cleanup: new Cleanup(), signal, report };
	const thing = { manifest: folder, main: 'thing', title: 'Thing', minutes: '1', gigabytes };
	await installPackages({ ...thing, steps }, tools);
	return lines;
}

async function failure(...steps: Steps): Promise<string> {
	const error: unknown = await install(...steps).catch((thrown: unknown) => thrown);
	if (error instanceof Failure) return error.message;
	throw new Error('It did not fail as expected');
}

const failing = async () => {
	throw new Failure('Install make.');
};

/** Gives what this process has left to another one, which has ended or not; returns the folder's name. */
async function giveTo(pid: number): Promise<string> {
	const [name = ''] = await readdir(cache);
	const other = name.replace(/\d+$/, String(pid));
	await rename(join(cache, name), join(cache, other));
	return other;
}

const endedProcess = () => spawnSync(process.execPath, ['--version']).pid;

it('goes on where a command before has failed, and keeps nothing but the whole', async () => {
	await expect(failure(failing)).resolves.toBe(
		'Could not install Thing: Install make.\nThen run the command again. It goes on from here: what was downloaded is kept.',
	);
	await giveTo(endedProcess());
	await expect(install()).resolves.toEqual([expect.stringMatching(/^Installing Thing/)]);
	expect(await readdir(cache)).toEqual([expect.stringMatching(/^thing-1\.2\.3-\w+-\w+-\w+$/)]);
	await expect(install(failing)).resolves.toEqual([]);
});

it('downloads each package once, also where the command before was killed meanwhile', async () => {
	await failure(failing);
	const left = await giveTo(endedProcess());
	await rm(join(cache, left, 'node_modules'), { recursive: true });
	await install();
	expect(requests).toEqual(['/thing', '/thing.tgz']);
});

it('leaves alone what another command installs at the same time, and takes the one that is first', async () => {
	await failure(failing);
	const other = await giveTo(process.ppid);
	const whole = other.replace(/\.partial.*/, '');
	await install(async () => {
		await mkdir(join(cache, whole));
	});
	expect(await readdir(cache)).toEqual([whole, other]);
});

it('gives up when the registry has not answered for a minute', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	onTestFinished(() => void vi.useRealTimers());
	vi.stubEnv('npm_config_fetch_retries', '1000000');
	answer = ({ socket }) => {
		vi.setSystemTime(Date.now() + 1_000);
		socket?.destroy();
	};
	await expect(failure()).resolves.toContain("npm's registry is out of reach (ECONNRESET). Check");
});

it('downloads nothing if there is too little space', async () => {
	gigabytes = 1e9;
	await expect(failure()).resolves.toMatch(/^Thing needs 1000000000 GB, and only [\d.]+ GB are/);
	expect(requests).toEqual([]);
});

it('says what npm says', async () => {
	answer = (response) => response.writeHead(404).end('{}');
	await expect(failure()).resolves.toMatch(/npm says why\.\n {2}npm error code E404\n/);
});

it('asks for what compiles SQLite if it can be neither downloaded nor compiled', async () => {
	await lock(['thing', 'sqlite3']);
	await publish({ name: 'sqlite3', scripts: { install: 'exit 1' } });
	await expect(failure(addSqlite)).resolves.toContain('Compiling takes Python 3');
});

it('compiles SQLite if what was downloaded does not load', async () => {
	await lock(['thing', 'sqlite3']);
	const compile = 'test -z "$npm_config_build_from_source" || touch index.js';
	await publish({ name: 'sqlite3', scripts: { install: compile } });
	await install(addSqlite);
	const [name = ''] = await readdir(cache);
	expect(await readdir(join(cache, name, 'node_modules/sqlite3'))).toContain('index.js');
});
