import type { Locator, Page } from 'playwright-core';
import { NodeDetails } from './nodeDetails.mts';

/** The panel for finding and adding nodes. */
export class NodePanel {
	readonly panel: Locator;
	private readonly searchBar: Locator;

	private constructor(private readonly page: Page) {
		this.panel = page.getByTestId('node-creator');
		this.searchBar = page.getByTestId('node-creator-search-bar');
	}

	/** @param title the heading to wait for; n8n briefly shows a different one first */
	static async opened(page: Page, title: string, timeout = 30_000): Promise<NodePanel> {
		const panel = new NodePanel(page);
		const heading = panel.panel.getByTestId('nodes-list-header').getByText(title, { exact: true });
		await heading.waitFor({ timeout });
		return panel;
	}

	async search(text: string): Promise<void> {
		await this.searchBar.fill(text);
	}

	/** A node in the search results, or one of its actions. */
	entry(name: string): Locator {
		return this.page
			.getByTestId('item-iterator-item')
			.filter({ has: this.page.getByText(name, { exact: true }) });
	}

	/** Checks the width, which is zero if the icon's file did not load. */
	async hasIcon(name: string): Promise<boolean> {
		const icon = this.entry(name).locator('img').first();
		return await icon.evaluate(
			(image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
		);
	}

	/** Opens the chosen node's 'Actions' section; its 'Triggers' section is already open. */
	async showActions(): Promise<void> {
		const categories = this.panel.getByTestId('node-creator-category-item');
		await categories.filter({ hasText: /^Actions/ }).click();
	}

	/** The visible actions of the chosen node. */
	async offers(): Promise<string[]> {
		const offers = this.panel.locator('[data-keyboard-nav-type="action"]');
		return await offers.getByTestId('node-creator-item-name').allInnerTexts();
	}

	async choose(name: string): Promise<void> {
		await this.entry(name).click();
	}

	/** Adds a node, or a node with this action, to the workflow and opens it. */
	async add(name: string): Promise<NodeDetails> {
		await this.choose(name);
		return await NodeDetails.opened(this.page);
	}
}
