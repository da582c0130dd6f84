import type { Locator, Page } from 'playwright-core';

export class CredentialForm {
	readonly dialog: Locator;
	private readonly saveButton: Locator;

	private constructor(page: Page) {
		this.dialog = page.getByTestId('editCredential-modal');
		this.saveButton = this.dialog.getByTestId('credential-save-button');
	}

	static async opened(page: Page): Promise<CredentialForm> {
		const form = new CredentialForm(page);
		await form.saveButton.waitFor();
		return form;
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) await this.field(name).fill(value);
	}

	/** Saves and tests the credential; n8n closes the form if the test passes. */
	async save(): Promise<void> {
		await this.saveButton.click();
	}

	/** The text of the form, with the reason why the test failed. */
	async whyRefused(): Promise<string> {
		await this.dialog.getByText('connect with these settings').waitFor();
		// Stays open until the form is closed.
		const more = this.dialog.getByText('More details');
		if (await more.isVisible()) await more.click();
		return await this.dialog.innerText();
	}

	async untilPassed(): Promise<void> {
		await this.dialog.getByText('Connection tested successfully').waitFor();
	}

	async untilClosed(): Promise<void> {
		await this.dialog.waitFor({ state: 'hidden' });
	}

	async close(): Promise<void> {
		await this.dialog.getByRole('button', { name: 'Close' }).click();
		await this.untilClosed();
	}

	/** Shows a value in a field for a picture, without n8n noticing. */
	async show(name: string, value: string): Promise<void> {
		await this.field(name).evaluate((field, text) => {
			if (field instanceof HTMLInputElement) field.value = text;
		}, value);
	}

	private field(name: string): Locator {
		return this.dialog.getByTestId(`parameter-input-${name}`).locator('input');
	}
}
