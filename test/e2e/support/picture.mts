import { join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { savePicture } from './pictureFile.mts';

/** A rectangle on the page. */
export type Area = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const IMAGES = resolve(import.meta.dirname, '../../../docs/images');

/** Notifications and floating controls, which would cover the subject. */
const HIDDEN = [
	'.el-notification',
	'[data-reka-popper-content-wrapper]',
	'.vue-flow__panel',
	'[data-test-id="floating-nodes"]',
	'[class*="executionButtons"]',
	'[class*="nodeButtonsWrapper"]',
];

/** Shown only until a published workflow has run. */
const REMOVED = '[data-test-id="actions-panel-activation-callout"]';

/** Takes a picture for the documentation in light and in dark mode; keeps one that looks the same. */
export async function takePicture(
	page: Page,
	name: string,
	areaToShow: () => Promise<Area>,
): Promise<void> {
	await page.mouse.move(0, 0);
	await page.waitForFunction(isAtRest);
	await page.evaluate(hideWorkflowIds);
	const clip = await areaToShow();
	const style = `${HIDDEN.join()} { visibility: hidden !important; } ${REMOVED} { display: none; }`;
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		await page.waitForFunction(isAtRest);
		const picture = await page.screenshot({ clip, animations: 'disabled', style });
		await savePicture(join(IMAGES, `${name}-${colorScheme}.png`), picture);
	}
	await page.emulateMedia({ colorScheme: 'light' });
}

/** Runs in the page: n8n gives every imported workflow an ID of its own, and shows it under some nodes. */
function hideWorkflowIds(): void {
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const { currentNode } = texts;
		const text = currentNode.nodeValue ?? '';
		if (/^\s*Workflow: \w{16}\s*$/.test(text)) currentNode.nodeValue = 'Workflow: this one';
	}
}

/** Runs in the page: all images are loaded, and nothing is moving, loading or fading. */
function isAtRest(): boolean {
	const moves = document
		.getAnimations()
		.some(
			({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations === 1,
		);
	const spinner = document.querySelector('[class*="_loading-container_"]');
	return !moves && !spinner && Array.from(document.images).every(({ complete }) => complete);
}

export async function areaOf(element: Locator): Promise<Area> {
	const area = await element.boundingBox();
	if (area === null) throw new Error(`${element} is not visible`);
	return area;
}
