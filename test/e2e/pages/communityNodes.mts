import type { Locator, Page } from 'playwright-core';

/** Settings → Community Nodes. */
export class CommunityNodes {
	private constructor(private readonly page: Page) {}

	static async open(page: Page): Promise<CommunityNodes> {
		await page.goto('/settings/community-nodes');
		return new CommunityNodes(page);
	}

	/** Opens the dialog that installs a package, and enters its name. Does not confirm. */
	async enterPackage(name: string): Promise<Locator> {
		await this.page.getByRole('button', { name: 'Install', exact: false }).click();
		const dialog = this.page.getByRole('dialog');
		await dialog.getByRole('textbox').fill(name);
		return dialog;
	}
}
