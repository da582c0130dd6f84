import { join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** A part of the page. */
export type Area = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const IMAGES = resolve(import.meta.dirname, '../../../docs/images');

/** Passes by, or floats above what is to be seen. */
const HIDDEN = [
	'.el-notification',
	'.vue-flow__panel',
	'[data-test-id="floating-nodes"]',
	'[class*="executionButtons"]',
	'[class*="nodeButtonsWrapper"]',
];

/** Takes a picture for the documentation, in light and in dark. */
export async function takePicture(page: Page, name: string, clip: Area): Promise<void> {
	const style = `${HIDDEN.join()} { visibility: hidden !important; }`;
	await page.mouse.move(0, 0);
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete));
		const path = join(IMAGES, `${name}-${colorScheme}.png`);
		await page.screenshot({ path, clip, animations: 'disabled', style });
	}
	await page.emulateMedia({ colorScheme: 'light' });
}

export async function areaOf(element: Locator): Promise<Area> {
	const area = await element.boundingBox();
	if (area === null) throw new Error(`${element} is not shown`);
	return area;
}
