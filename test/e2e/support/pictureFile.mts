import { readFile, writeFile } from 'node:fs/promises';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** The share of a picture that may look different: less than a word, more than a stray pixel. */
const UNNOTICED = 1 / 20_000;

/** Writes a picture, unless the file holds one that looks the same: every new one makes the repository grow. */
export async function savePicture(path: string, taken: Buffer): Promise<void> {
	const kept = await read(path);
	if (kept === undefined || differVisibly(kept, taken)) await writeFile(path, taken);
}

/** Whether two PNG files differ in size, or in more than a few pixels. Ignores anti-aliasing. */
export function differVisibly(before: Buffer, after: Buffer): boolean {
	const [one, other] = [PNG.sync.read(before), PNG.sync.read(after)];
	const { width, height } = one;
	if (width !== other.width || height !== other.height) return true;
	const different = pixelmatch(one.data, other.data, undefined, width, height);
	return different > width * height * UNNOTICED;
}

async function read(path: string): Promise<Buffer | undefined> {
	try {
		return await readFile(path);
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw error;
	}
}
