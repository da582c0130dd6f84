import type { Page } from 'playwright-core';
import { NodeDetails } from './nodeDetails.mts';

/** The list of a workflow's executions, with the latest one open beside it. */
export class Executions {
	private constructor(private readonly page: Page) {}

	static async open(page: Page, workflow: { id: string }): Promise<Executions> {
		await page.goto(`/workflow/${workflow.id}/executions`);
		await page.getByTestId('canvas-node').first().waitFor();
		return new Executions(page);
	}

	/** Latest first. */
	async statuses(): Promise<string[]> {
		const list = this.page.getByTestId('current-executions-list');
		return await list.locator('[data-test-execution-status]').evaluateAll((links) => {
			return links.map((link) => link.getAttribute('data-test-execution-status') ?? '');
		});
	}

	/** Opens a node as it was in the open execution. */
	async openNode(name: string): Promise<NodeDetails> {
		const node = this.page.getByTestId('canvas-node');
		await node.filter({ has: this.page.getByText(name, { exact: true }) }).dblclick();
		return await NodeDetails.opened(this.page);
	}
}
