import { statfs } from 'node:fs/promises';
import { execa } from 'execa';
import { Failure } from '../script/failure.mts';

const GIGABYTE = 1024 ** 3;

/** Gigabytes that a folder takes. */
export async function sizeOf(folder: string): Promise<number> {
	// It complains about files that disappear meanwhile.
	const { stdout } = await execa({ reject: false })`du -sk ${folder}`;
	return (Number.parseInt(stdout, 10) * 1024) / GIGABYTE || 0;
}

/** @throws Failure unless the folder can grow to this size */
export async function assertSpace(
	folder: string,
	{ title, gigabytes }: { title: string; gigabytes: number },
): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const free = (bavail * bsize) / GIGABYTE;
	const missing = gigabytes - (await sizeOf(folder)) - free;
	if (missing <= 0) return;
	throw new Failure(
		`${title} needs ${gigabytes} GB, and only ${free.toFixed(1)} GB are free in ${folder}. Free some space, or name another folder in CUSTOMER_DATA_DEMO_CACHE.`,
	);
}
