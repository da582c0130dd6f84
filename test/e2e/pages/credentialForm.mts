import type { Locator, Page } from 'playwright-core';

/** The form of a credential. */
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

	/** Saves and tests it; n8n closes the form of one that passes. */
	async save(): Promise<void> {
		await this.saveButton.click();
	}

	/** The sentences that say why it did not pass the test. */
	async whyRefused(): Promise<string> {
		await this.dialog.getByText('More details').click();
		return await this.dialog.innerText();
	}

	async untilPassed(): Promise<void> {
		await this.dialog.getByText('Connection tested successfully').waitFor();
	}

	async untilClosed(): Promise<void> {
		await this.dialog.waitFor({ state: 'hidden' });
	}

	/** Writes into a field without n8n's taking note of it, for a picture. */
	async show(name: string, value: string): Promise<void> {
		await this.field(name).evaluate((field, text) => {
			if (field instanceof HTMLInputElement) field.value = text;
		}, value);
	}

	private field(name: string): Locator {
		return this.dialog.getByTestId(`parameter-input-${name}`).locator('input');
	}
}
