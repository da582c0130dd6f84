import type { Page } from '@playwright/test';
import { areaOf, type Area } from '../picture.mts';

const STICKY = '[data-node-type="n8n-nodes-base.stickyNote"]';
/** Nodes, their frames, and the plus buttons after the last ones. A note is too small to read in a picture. */
const NOTE = `${STICKY}:not([data-node-name^="Yours"])`;
const PARTS = `.vue-flow__node:not(:has(${NOTE})), [data-test-id="canvas-handle-plus"]`;
const MARGIN = 24;
/** A name is wider than its node, and stands below it. */
const CAPTION = { width: 40, height: 40 };

/** A workflow in the editor, or as it was in an execution. */
export function canvasOn(page: Page) {
	const nodes = page.getByTestId('canvas-node');
	const node = (name: string) => nodes.filter({ has: page.getByText(name, { exact: true }) });

	return {
		nodes,
		node,
		/** Shown after a workflow is published for the first time. */
		activationDialog: page.getByTestId('activation-modal'),

		async open({ id }: { id: string }): Promise<void> {
			await page.goto(`/workflow/${id}`);
			await nodes.first().waitFor();
		},

		async openNode(name: string): Promise<void> {
			await node(name).dblclick();
			await page.getByTestId('node-parameters').waitFor();
		},

		async publish(): Promise<void> {
			await page.getByTestId('workflow-open-publish-modal-button').click();
			await page.getByTestId('workflow-publish-button').click();
		},

		/** The texts of the notes and frames that are too small for them. */
		async clippedNotes(): Promise<string[]> {
			const notes = page.locator(`.vue-flow__node:has(${STICKY})`);
			await notes.first().waitFor();
			return await notes.evaluateAll((elements) => {
				const clipped = elements.filter((note) => {
					const last = Array.from(note.querySelectorAll('p, li')).at(-1);
					const { bottom } = note.getBoundingClientRect();
					return !last || last.getBoundingClientRect().bottom > bottom;
				});
				return clipped.map(({ textContent }) => textContent ?? '');
			});
		},

		/** The area that the nodes cover. */
		async area(): Promise<Area> {
			const parts = await areaOf(page.locator(PARTS));
			const canvas = await areaOf(page.getByTestId('canvas'));
			const y = parts.y - MARGIN;
			return {
				x: parts.x - MARGIN - CAPTION.width,
				y,
				width: parts.width + 2 * (MARGIN + CAPTION.width),
				height: Math.min(parts.height + 2 * MARGIN + CAPTION.height, canvas.y + canvas.height - y),
			};
		},
	};
}
