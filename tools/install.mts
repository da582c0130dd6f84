import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { Failure } from '../harness/script/failure.mts';
import { runScript } from '../harness/script/script.mts';

interface Locked {
	version?: string;
	link?: boolean;
	optional?: boolean;
}

const PROJECT = resolve(import.meta.dirname, '..');

const INSTALL =
	'install --workspaces --include-workspace-root --no-save --no-audit --no-fund --prefer-offline';

/** Installs what `npm ci` leaves out, the packages of `tools/package.json`, if they are not there yet. */
await runScript('tools', async ({ report, signal }) => {
	if (missing().length === 0) return;
	report('Installing the tools for this command (first run only): half a minute and 550 MB …');
	const stdio = ['ignore', 'inherit', 'inherit'] as const;
	const npm = execa({ cwd: PROJECT, stdio, cancelSignal: signal, reject: false });
	await npm`npm ${INSTALL.split(' ')}`;
	const [first] = missing();
	if (first !== undefined) throw new Failure(`npm did not install ${first} as it is locked.`);
});

/** Of all locked packages, those that are not installed in that version. */
function missing(): string[] {
	const installed = read('node_modules/.package-lock.json');
	const isMissing = (path: string, { version, link, optional }: Locked) => {
		// Optional ones are for other systems, and what is linked has no version.
		const isNeeded = path.includes('node_modules/') && !link && !optional;
		return isNeeded && installed[path]?.version !== version;
	};
	const locked = Object.entries(read('package-lock.json'));
	return locked.filter((entry) => isMissing(...entry)).map(([path]) => path);
}

function read(lockfile: string): Record<string, Locked> {
	return JSON.parse(readFileSync(join(PROJECT, lockfile), 'utf8')).packages;
}
