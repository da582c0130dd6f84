import type { Locator, Page } from 'playwright-core';

/** Settings → Community Nodes. */
export class CommunityNodes {
	private constructor(private readonly page: Page) {}

	static async open(page: Page): Promise<CommunityNodes> {
		await page.goto('/settings/community-nodes');
		return new CommunityNodes(page);
	}

	/** Fills in the dialog that installs a package, up to its last button, which would download. */
	async prepareInstall(name: string): Promise<Locator> {
		await this.page.getByRole('button', { name: 'Install a community node' }).click();
		const dialog = this.page.locator('.el-dialog').filter({ visible: true });
		await dialog.getByTestId('package-name-input').fill(name);
		await dialog.getByTestId('user-agreement-checkbox').click();
		return dialog;
	}
}
