import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import getPort from 'get-port';
import { customerData, MANUAL_TRIGGER, NODE_NAME } from '../../../harness/workflow/nodes.mts';
import { workflow } from '../../../harness/workflow/workflow.mts';
import { test as base } from './fixtures.mts';

// n8n's editor shows hints, notifications and an error's description as HTML, and its message as text. What others
// wrote has to read there as they wrote it. test/engine/outsideText.test.mts has all texts with such words.

const test = base.extend<{ bait: Awaited<ReturnType<typeof startBait>> }>({
	sizes: { customers: 60 },
	bait: async ({}, use) => use(await startBait()),
});

/** By its place, parameters that bring the text there, and how many times. */
const PLACES: Record<
	string,
	[parameters: (typed: string) => Record<string, unknown>, times: number]
> = {
	'a hint': [(typed) => ({ operation: 'search', search: typed, returnAll: true }), 1],
	"an error's message and description": [
		(typed) => ({ returnAll: true, options: { fields: [`Fax ${typed}`] } }),
		2,
	],
};

for (const [place, [parameters, times]] of Object.entries(PLACES)) {
	test(`shows a text in ${place} as it was typed`, async ({
		bait,
		credential,
		node,
		open,
		page,
		service,
	}) => {
		service.lists.GetCustomers.upsert(0, { Code: 'C1', [bait.typed]: 1 });
		const reader = customerData(credential, parameters(bait.typed));
		await open(workflow('Outside', [MANUAL_TRIGGER, reader]), NODE_NAME);
		await node.execute();
		// It repeats the message of an error.
		await page.locator('.el-notification').first().waitFor();
		const words = node.hints.or(node.errorMessage).or(node.errorDescription);
		await expect(words.filter({ hasText: bait.shown })).toHaveCount(times);
		await expect(page.locator(bait.links)).toHaveCount(0);
		expect(bait.requests).toEqual([]);
	});
}

/** A text that is a link and asks for a picture where it is shown as HTML. */
async function startBait() {
	const port = await getPort();
	const requests: unknown[] = [];
	const server = createServer(({ url }, response) => {
		requests.push(url);
		response.end();
	});
	server.listen(port, '127.0.0.1').unref();
	const url = `http://127.0.0.1:${port}`;
	const typed = `<img src=${url}/x><a href=${url}/y>log in</a>`;
	// A message has a space of no width after each sign that could begin a tag.
	const shown = new RegExp(typed.replaceAll('.', '\\.').replaceAll('<', '<\u200b?'));
	return { requests, typed, shown, links: `[href^="${url}"], [src^="${url}"]` };
}
