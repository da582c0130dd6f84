import type { Page } from '@playwright/test';

/** The panel for finding and adding nodes. */
export function panelOn(page: Page) {
	const panel = page.getByTestId('node-creator');
	const heading = (title: string) =>
		panel.getByTestId('nodes-list-header').getByText(title, { exact: true });
	/** A node in the search results, or one of its actions. */
	const entry = (name: string) => {
		const entries = page.getByTestId('item-iterator-item');
		return entries.filter({ has: page.getByText(name, { exact: true }) });
	};
	const search = (text: string) => page.getByTestId('node-creator-search-bar').fill(text);

	/** Opens the panel in an empty workflow. */
	async function openFor(text: string): Promise<void> {
		await page.goto('/workflow/new');
		await page.getByTestId('canvas-plus-button').click();
		// n8n briefly shows another list first.
		await heading('What triggers this workflow?').waitFor();
		await search(text);
	}

	const icon = (name: string) => entry(name).locator('img').first();
	return { panel, heading, entry, icon, search, openFor };
}
