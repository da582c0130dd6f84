import { expect, type Locator, type Page } from '@playwright/test';

/** A rectangle on the page. */
export type Area = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Takes a picture for the documentation. */
export async function takePicture(page: Page, name: string, clip: Area): Promise<void> {
	await page.mouse.move(0, 0);
	// n8n gives every imported workflow an ID of its own, and shows it under some nodes.
	await page.getByText(/^Workflow: \w{16}$/).evaluateAll((subtitles) => {
		for (const subtitle of subtitles) subtitle.textContent = 'Workflow: this one';
	});
	await page.waitForFunction(isLoaded);
	await expect(page).toHaveScreenshot(`${name}.png`, { clip });
}

/** Runs in the page. */
function isLoaded(): boolean {
	const spinner = document.querySelector('[class*="_loading-container_"]');
	return !spinner && Array.from(document.images).every(({ complete }) => complete);
}

/** The smallest area around every visible match, once they have stopped moving. */
export async function areaOf(elements: Locator): Promise<Area> {
	const parts = elements.filter({ visible: true });
	await parts.first().waitFor();
	let area = await measure(parts);
	await expect(async () => {
		const before = area;
		await parts.page().waitForTimeout(250);
		area = await measure(parts);
		expect(area).toEqual(before);
	}).toPass();
	return area;
}

async function measure(parts: Locator): Promise<Area> {
	return await parts.evaluateAll((elements) => {
		const boxes = elements.map((element) => element.getBoundingClientRect());
		const x = Math.min(...boxes.map(({ left }) => left));
		const y = Math.min(...boxes.map(({ top }) => top));
		const width = Math.max(...boxes.map(({ right }) => right)) - x;
		const height = Math.max(...boxes.map(({ bottom }) => bottom)) - y;
		return { x, y, width, height };
	});
}
