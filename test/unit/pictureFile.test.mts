import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { differVisibly, savePicture } from '../e2e/support/pictureFile.mts';

const INK = 40;
const FADED_INK = 46;
const PAPER = 255;

describe('a picture of the documentation', () => {
	it('looks the same when it is encoded in another way', () => {
		const again = PNG.sync.write(PNG.sync.read(page()), { deflateLevel: 1, filterType: 0 });
		expect(again.equals(page())).toBe(false);
		expect(differVisibly(page(), again)).toBe(false);
	});

	it('looks the same when its shades differ by less than an eye sees', () => {
		expect(differVisibly(page(), page({ ink: FADED_INK }))).toBe(false);
	});

	it('looks the same when the edge of a line is smoothed in another way', () => {
		expect(differVisibly(page({ edge: 120 }), page({ edge: 180 }))).toBe(false);
	});

	it('differs by a word', () => {
		expect(differVisibly(page(), page({ word: true }))).toBe(true);
	});

	it('differs by its size', () => {
		expect(differVisibly(page(), page({ height: 301 }))).toBe(true);
	});
});

describe('the file of a picture', () => {
	let folder: string;
	let path: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'customer-data-pictures-'));
		path = join(folder, 'page.png');
	});
	afterEach(() => rm(folder, { recursive: true }));

	it('is written when there is none', async () => {
		await savePicture(path, page());
		expect(await readFile(path)).toEqual(page());
	});

	it('is left alone by a picture that looks the same', async () => {
		await writeFile(path, page());
		await utimes(path, 1, 1);
		await savePicture(path, page({ ink: FADED_INK }));
		expect((await stat(path)).mtimeMs).toBe(1_000);
	});

	it('is replaced by a picture that looks different', async () => {
		await writeFile(path, page());
		await savePicture(path, page({ word: true }));
		expect(await readFile(path)).toEqual(page({ word: true }));
	});
});

interface Look {
	height?: number;
	/** The shade of a slanted line. */
	ink?: number;
	/** The shade of the pixels beside the line. */
	edge?: number;
	/** Whether a word stands beside the line. */
	word?: boolean;
}

/** A page with a slanted line on it. */
function page({ height = 300, ink = INK, edge = 150, word = false }: Look = {}): Buffer {
	const png = new PNG({ width: 400, height });
	png.data.fill(PAPER);
	const dot = (x: number, y: number, shade: number) => {
		png.data.fill(shade, 4 * (y * png.width + x), 4 * (y * png.width + x) + 3);
	};
	for (let y = 50; y < 250; y++) {
		const x = 20 + Math.floor(y / 3);
		dot(x - 1, y, edge);
		for (let width = 0; width < 4; width++) dot(x + width, y, ink);
		dot(x + 4, y, edge);
	}
	if (word) for (let x = 300; x < 330; x++) for (let y = 100; y < 110; y += 3) dot(x, y, ink);
	return PNG.sync.write(png);
}
