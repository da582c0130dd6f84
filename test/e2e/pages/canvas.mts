import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { waitFor } from '../../harness/script/waitFor.mts';
import { Chat } from './chat.mts';
import { NodeDetails } from './nodeDetails.mts';
import { areaOf, type Area } from '../support/picture.mts';
import { NodePanel } from './nodePanel.mts';

/** Nodes, sticky notes, and the plus buttons after the last nodes. */
const PARTS = '.vue-flow__node, [data-test-id="canvas-handle-plus"]';
const MARGIN = 24;
const CAPTION = 40;

export class Canvas {
	readonly nodes: Locator;
	/** Shown after a workflow is published for the first time. */
	readonly activationDialog: Locator;
	readonly notification: Locator;
	private readonly publishButton: Locator;

	private constructor(private readonly page: Page) {
		this.nodes = page.getByTestId('canvas-node');
		this.activationDialog = page.getByTestId('activation-modal');
		this.notification = page.locator('.el-notification');
		this.publishButton = page.getByTestId('workflow-open-publish-modal-button');
	}

	static async openNew(page: Page): Promise<Canvas> {
		await page.goto('/workflow/new');
		await page.getByTestId('canvas-add-button').waitFor();
		return new Canvas(page);
	}

	static async open(page: Page, workflow: { id: string }): Promise<Canvas> {
		await page.goto(`/workflow/${workflow.id}`);
		const canvas = new Canvas(page);
		await canvas.nodes.first().waitFor();
		return canvas;
	}

	async importFile(path: string): Promise<void> {
		const item = (name: string) => this.page.getByRole('menuitem', { name, exact: true });
		await this.page.getByTestId('workflow-menu').click();
		await item('Import').click();
		const chooser = this.page.waitForEvent('filechooser');
		await item('From file').click();
		await (await chooser).setFiles(path);
		await this.nodes.first().waitFor();
		await this.page.getByTestId('zoom-to-fit').click();
		// n8n selects the imported nodes; clicking the empty canvas clears the selection.
		await this.page.getByTestId('canvas').click({ position: { x: 8, y: 8 } });
	}

	node(name: string): Locator {
		return this.nodes.filter({ has: this.page.getByText(name, { exact: true }) });
	}

	async openNode(name: string): Promise<NodeDetails> {
		await this.node(name).dblclick();
		return await NodeDetails.opened(this.page);
	}

	async rename(name: string, newName: string): Promise<void> {
		await this.node(name).click();
		await this.page.keyboard.press('F2');
		const dialog = this.page.getByRole('dialog');
		await dialog.getByRole('textbox').fill(newName);
		await dialog.getByRole('button', { name: 'Rename' }).click();
		await this.node(newName).waitFor();
	}

	/** Once n8n has saved the workflow. */
	workflowId(): string {
		return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
	}

	/** @param beforehand runs at the last moment before the workflow is published */
	async publish(beforehand?: () => void): Promise<void> {
		await this.publishButton.click();
		const confirm = this.page.getByTestId('workflow-publish-button');
		await confirm.waitFor();
		beforehand?.();
		await confirm.click();
	}

	async closeActivationDialog(): Promise<void> {
		await this.activationDialog.getByRole('button', { name: 'Got it' }).click();
	}

	async published(): Promise<void> {
		await this.publishButton.filter({ hasText: 'Published' }).waitFor();
	}

	async addFirstStep(): Promise<NodePanel> {
		await this.page.getByTestId('canvas-plus-button').click();
		return await NodePanel.opened(this.page, 'What triggers this workflow?');
	}

	/** Runs the workflow and waits until this node has succeeded. */
	async executeTo(name: string): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').click();
		await this.node(name).getByTestId('canvas-node-status-success').waitFor({ timeout: 90_000 });
	}

	/** Clicks the plus button at an agent's 'Tool' input. Tries again if n8n opens another list. */
	async addTool(): Promise<NodePanel> {
		const inlets = this.page.getByTestId('canvas-node-input-handle');
		const inlet = inlets.filter({ has: this.page.getByText('Tool', { exact: true }) });
		return await vi.waitFor(
			async () => {
				await this.page.keyboard.press('Escape');
				await inlet.getByTestId('canvas-handle-plus').click();
				return await NodePanel.opened(this.page, 'Tools', 10_000);
			},
			{ timeout: 60_000 },
		);
	}

	async openChat(): Promise<Chat> {
		await this.page.getByTestId('workflow-chat-button').click();
		return await Chat.opened(this.page);
	}

	async nodeNames(): Promise<string[]> {
		return await namesOf(this.nodes);
	}

	/** Names of the nodes that n8n marks with an issue, in a parameter or a credential. */
	async issues(): Promise<string[]> {
		return await namesOf(this.nodes.filter({ has: this.page.getByTestId('node-issues') }));
	}

	/** The area that the workflow covers, once the canvas has stopped moving. */
	async area(): Promise<Area> {
		let before: Area | undefined;
		const find = async () => {
			const now = await this.measure();
			const isAtRest = isDeepStrictEqual(now, before);
			before = now;
			return isAtRest && now;
		};
		return await waitFor(find, { failure: 'The canvas did not stop moving', everyMs: 250 });
	}

	private async measure(): Promise<Area> {
		const boxes = await this.page.locator(PARTS).evaluateAll((parts) =>
			parts
				.map((part) => part.getBoundingClientRect())
				.filter(({ width }) => width > 0)
				.map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
		);
		const x = Math.min(...boxes.map(({ left }) => left)) - MARGIN;
		const y = Math.min(...boxes.map(({ top }) => top)) - MARGIN;
		const right = Math.max(...boxes.map((box) => box.right)) + MARGIN;
		const bottom = Math.max(...boxes.map((box) => box.bottom)) + MARGIN + CAPTION;
		const canvas = await areaOf(this.page.getByTestId('canvas'));
		return {
			x,
			y,
			width: right - x,
			height: Math.min(bottom, canvas.y + canvas.height) - y,
		};
	}
}

async function namesOf(nodes: Locator): Promise<string[]> {
	return await nodes.evaluateAll((elements) =>
		elements.map((element) => element.getAttribute('data-node-name') ?? ''),
	);
}
