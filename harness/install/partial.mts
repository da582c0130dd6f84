import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRunning } from '../process/processes.mts';
import type { ScriptTools } from '../script/script.mts';
import { waitFor } from '../script/waitFor.mts';

const HALF_AN_HOUR = 1_800_000;
const LONGEST_SILENCE = 60_000;

/** Installations into this folder that are not complete, by the process that each belongs or belonged to. */
async function partialsOf(folder: string): Promise<Map<number, string>> {
	const prefix = `${basename(folder)}.partial-`;
	const names = (await readdir(dirname(folder))).filter((name) => name.startsWith(prefix));
	const owned = names.map((name) => [Number(name.slice(prefix.length)), name] as const);
	const found = owned.filter(([pid]) => Number.isInteger(pid));
	return new Map(found.map(([pid, name]) => [pid, join(dirname(folder), name)]));
}

/** Whether another run works on it. After a restart, its ID can be that of any other process. */
async function isBusy([pid, path]: [number, string]): Promise<boolean> {
	if (pid === process.pid || !isRunning(pid)) return false;
	const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
	return Date.now() - mtimeMs < LONGEST_SILENCE;
}

async function isBeingInstalled(folder: string): Promise<boolean> {
	const busy = await Promise.all([...(await partialsOf(folder))].map(isBusy));
	return busy.includes(true);
}

/** What runs that have ended left of an installation. */
async function leftoversOf(folder: string): Promise<string[]> {
	const partials = [...(await partialsOf(folder))];
	const busy = await Promise.all(partials.map(isBusy));
	return partials.flatMap(([, path], index) => (busy[index] ? [] : path));
}

/** Shows other runs that this one works on the folder, while it works. */
export async function keepBusy(partial: string, work: Promise<void>): Promise<void> {
	const touch = () => utimes(partial, new Date(), new Date()).catch(() => undefined);
	const timer = setInterval(() => void touch(), LONGEST_SILENCE / 6);
	await work.finally(() => clearInterval(timer));
}

/** Waits while another run installs the same. */
export async function awaitOthers(
	folder: string,
	title: string,
	{ report, signal }: ScriptTools,
): Promise<void> {
	if (!(await isBeingInstalled(folder))) return;
	report(`Waiting for another command, which is installing ${title} …`);
	const isOver = async () => existsSync(folder) || !(await isBeingInstalled(folder));
	const failure = `The other command did not install ${title}`;
	await waitFor(isOver, { failure, withinMs: HALF_AN_HOUR, everyMs: 1_000, signal });
}

/** A folder of this run: one that an earlier run left, with what it holds, or a new one. */
export async function partialFolder(folder: string): Promise<string> {
	const own = `${folder}.partial-${process.pid}`;
	for (const path of await leftoversOf(folder)) {
		// Of two runs that try, one gets it.
		const isOwn = await rename(path, own).then(
			() => true,
			() => false,
		);
		if (isOwn) return own;
	}
	await mkdir(own);
	return own;
}

export async function removeLeftovers(folder: string): Promise<void> {
	for (const path of await leftoversOf(folder)) await rm(path, { recursive: true, force: true });
}
