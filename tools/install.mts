import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { Failure } from '../harness/script/failure.mts';
import { runScript } from '../harness/script/script.mts';

/** The part of a lockfile that says what is where. */
interface Lockfile {
	packages: Record<string, { version?: string; link?: boolean; optional?: boolean }>;
}

const PROJECT = resolve(import.meta.dirname, '..');

const INSTALL =
	'npm install --workspaces --include-workspace-root --no-save --no-audit --no-fund --prefer-offline';

/** Installs what `npm ci` leaves out, the packages of `tools/package.json`, if they are not there yet. */
await runScript('tools', async ({ report, signal }) => {
	if (missing().length === 0) return;
	report(
		'Installing the tools for this command (first run only). This takes half a minute and 550 MB.',
	);
	const [npm = '', ...args] = INSTALL.split(' ');
	const stdio = ['ignore', 'inherit', 'inherit'] as const;
	await execa(npm, args, { cwd: PROJECT, stdio, cancelSignal: signal });
	const [first] = missing();
	if (first !== undefined) throw new Failure(`npm did not install ${first} as it is locked.`);
});

/** Of all locked packages, those that are not installed in that version. */
function missing(): string[] {
	const installed = read('node_modules/.package-lock.json');
	return (
		Object.entries(read('package-lock.json'))
			.filter(([path]) => path.includes('node_modules/'))
			// Those for other systems are never installed, and the workspace has no version.
			.filter(([, { link, optional }]) => !link && !optional)
			.filter(([path, { version }]) => installed[path]?.version !== version)
			.map(([path]) => path)
	);
}

function read(lockfile: string): Lockfile['packages'] {
	const { packages }: Lockfile = JSON.parse(readFileSync(join(PROJECT, lockfile), 'utf8'));
	return packages;
}
