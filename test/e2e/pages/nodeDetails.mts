import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { CredentialForm } from './credentialForm.mts';
import { OutputPanel } from './outputPanel.mts';

/** An open node: input on the left, parameters in the middle, output on the right. */
export class NodeDetails {
	readonly dialog: Locator;
	readonly input: Locator;
	readonly output: OutputPanel;
	/** Tool parameters that the model defines. */
	readonly definedByModel: Locator;
	/** The choices in the open dropdown. */
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

	/** Waits for what n8n loads first: that can change the node's parameters. */
	async close(): Promise<void> {
		await this.page.waitForLoadState('networkidle');
		await this.dialog.getByTestId('ndv-close-button').click();
		await this.dialog.waitFor({ state: 'hidden' });
	}

	/** Paths of the visible parameters, e.g. `limit` or `options.fields`. */
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

	/** Tries again if the dropdown closes, as it does while its choices are loading. */
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

	async fill(parameter: string, text: string): Promise<void> {
		await this.parameter(parameter).locator('input').fill(text);
	}

	async turnOn(parameter: string): Promise<void> {
		await this.parameter(parameter).locator('.el-switch').click();
	}

	/** Works for tools only: other nodes have no button for it. */
	async letModelDefine(parameter: string): Promise<void> {
		const field = this.dialog.getByTestId(`parameter-input-${parameter}`);
		await field.getByTestId('from-ai-override-button').click();
	}

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

	/** The known fields of the previous node, without n8n's own variables such as $now. */
	async inputFields(): Promise<string[]> {
		const items = await this.input.getByTestId('run-data-schema-item').allInnerTexts();
		return items.filter((item) => !item.startsWith('$'));
	}

	async credentialName(): Promise<string> {
		return await this.dialog.getByTestId('node-credentials-select').locator('input').inputValue();
	}

	/** Works only while there is no credential yet. */
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
		// A spinner covers the button's label while the node is running.
		await button.and(this.dialog.locator(':not([class*="_loading_"])')).waitFor();
	}
}
