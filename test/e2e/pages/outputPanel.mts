import type { Locator, Page } from 'playwright-core';

/** The output of the open node. */
export class OutputPanel {
	readonly panel: Locator;
	readonly hints: Locator;
	readonly errorMessage: Locator;
	readonly errorDescription: Locator;
	private readonly count: Locator;

	constructor(page: Page) {
		this.panel = page.getByTestId('output-panel');
		this.hints = this.panel.getByTestId('node-hint');
		this.errorMessage = this.panel.getByTestId('node-error-message');
		this.errorDescription = this.panel.getByTestId('node-error-description');
		this.count = this.panel.getByTestId('ndv-items-count');
	}

	/** The item count as shown, e.g. "50 items". */
	async itemCount(): Promise<string> {
		return (await this.count.innerText()).trim();
	}

	async hintTexts(): Promise<string[]> {
		return (await this.hints.allInnerTexts()).map((text) => text.trim());
	}

	async columns(): Promise<string[]> {
		const headers = this.panel.locator('thead th').filter({ hasText: /\S/ });
		await headers.first().waitFor();
		return (await headers.allInnerTexts()).map((text) => text.trim());
	}
}
