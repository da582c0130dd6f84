import type { Locator, Page } from 'playwright-core';
import { NodeDetails } from './nodeDetails.mts';

/** The panel in which a node is searched and chosen. */
export class NodePanel {
	readonly panel: Locator;
	private readonly searchBar: Locator;

	private constructor(private readonly page: Page) {
		this.panel = page.getByTestId('node-creator');
		this.searchBar = page.getByTestId('node-creator-search-bar');
	}

	/** @param title of what is to be chosen; n8n shows another choice first for a moment */
	static async opened(page: Page, title: string): Promise<NodePanel> {
		const panel = new NodePanel(page);
		await panel.panel.getByTestId('nodes-list-header').getByText(title, { exact: true }).waitFor();
		return panel;
	}

	async search(text: string): Promise<void> {
		await this.searchBar.fill(text);
	}

	/** A node that was found, or one of its actions. */
	entry(name: string): Locator {
		return this.page
			.getByTestId('item-iterator-item')
			.filter({ has: this.page.getByText(name, { exact: true }) });
	}

	/** An icon whose file could not be had is there, too, but has no width. */
	async hasIcon(name: string): Promise<boolean> {
		const icon = this.entry(name).locator('img').first();
		return await icon.evaluate(
			(image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
		);
	}

	/** Of the node that was chosen; its triggers are open already. */
	async showActions(): Promise<void> {
		const categories = this.panel.getByTestId('node-creator-category-item');
		await categories.filter({ hasText: /^Actions/ }).click();
	}

	/** What the node that was chosen can do, as far as it is shown. */
	async offers(): Promise<string[]> {
		const offers = this.panel.locator('[data-keyboard-nav-type="action"]');
		return await offers.getByTestId('node-creator-item-name').allInnerTexts();
	}

	async choose(name: string): Promise<void> {
		await this.entry(name).click();
	}

	/** Adds a node that does this to the workflow, and opens it. */
	async add(name: string): Promise<NodeDetails> {
		await this.choose(name);
		return await NodeDetails.opened(this.page);
	}
}
