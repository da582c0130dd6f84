import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { CredentialForm } from './credentialForm.mts';
import { OutputPanel } from './outputPanel.mts';

/** A node that is open: its input at the left, its parameters in the middle, its output at the right. */
export class NodeDetails {
	readonly dialog: Locator;
	readonly input: Locator;
	readonly output: OutputPanel;
	/** The parameters of a tool that the model fills. */
	readonly definedByModel: Locator;
	/** What can be chosen in the list that is open. */
	readonly choices: Locator;
	private readonly addButton: Locator;

	private constructor(private readonly page: Page) {
		this.dialog = page.getByTestId('ndv');
		this.input = page.getByTestId('ndv-input-panel');
		this.output = new OutputPanel(page);
		this.definedByModel = this.dialog.getByTestId('fromAI-override-field');
		this.choices = page.getByRole('option');
		this.addButton = this.dialog.getByTestId('collection-parameter-add');
	}

	static async opened(page: Page): Promise<NodeDetails> {
		const node = new NodeDetails(page);
		await node.dialog.getByTestId('node-parameters').waitFor();
		return node;
	}

	/** Such as `limit` or `options.fields`; those alone that are shown. */
	async parameterNames(): Promise<string[]> {
		const parameters = this.dialog.locator('[data-parameter-path]').filter({ visible: true });
		const paths = await parameters.evaluateAll((elements) =>
			elements.map((element) => element.getAttribute('data-parameter-path') ?? ''),
		);
		return paths.map((path) => path.replace('parameters.', ''));
	}

	parameter(name: string): Locator {
		return this.dialog.locator(`[data-parameter-path="parameters.${name}"]`);
	}

	async choose(parameter: string, ...names: string[]): Promise<void> {
		await this.openChoices(parameter);
		for (const name of names) await this.choice(name).click();
	}

	/** A list that is still being read closes again. */
	private async openChoices(parameter: string): Promise<void> {
		await vi.waitFor(
			async () => {
				await this.parameter(parameter).click();
				await this.choices.first().waitFor({ timeout: 3_000 });
			},
			{ timeout: 30_000 },
		);
	}

	private choice(name: string): Locator {
		return this.choices.filter({ has: this.page.getByText(name, { exact: true }) });
	}

	async turnOn(parameter: string): Promise<void> {
		await this.parameter(parameter).locator('.el-switch').click();
	}

	/** Only a tool has the button for it. */
	async letModelDefine(parameter: string): Promise<void> {
		const field = this.dialog.getByTestId(`parameter-input-${parameter}`);
		await field.getByTestId('from-ai-override-button').click();
	}

	/** The options that can be added. */
	async optionNames(): Promise<string[]> {
		await this.addButton.click();
		await this.choices.first().waitFor();
		const names = await this.choices.allInnerTexts();
		await this.addButton.click();
		return names;
	}

	async addOption(name: string): Promise<void> {
		await this.addButton.click();
		await this.choice(name).click();
	}

	/** Of the node before, as far as they are known; without n8n's own, such as $now. */
	async inputFields(): Promise<string[]> {
		const items = await this.input.getByTestId('run-data-schema-item').allInnerTexts();
		return items.filter((item) => !item.startsWith('$'));
	}

	async credentialName(): Promise<string> {
		return await this.dialog.getByTestId('node-credentials-select').locator('input').inputValue();
	}

	/** As a user does who has none yet. */
	async createCredential(): Promise<CredentialForm> {
		await this.dialog.getByRole('button', { name: 'Connect to Customer Data' }).click();
		return await CredentialForm.opened(this.page);
	}

	async editCredential(): Promise<CredentialForm> {
		await this.dialog.getByTestId('credential-edit-button').click();
		return await CredentialForm.opened(this.page);
	}

	async execute(): Promise<void> {
		const button = this.dialog.getByTestId('node-execute-button');
		await button.click();
		await this.output.panel.getByTestId('node-run-info').waitFor();
		// While it runs, a spinner covers the button's label.
		await button.and(this.dialog.locator(':not([class*="_loading_"])')).waitFor();
	}
}
