import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import getPort from 'get-port';
import {
	BY_CODE,
	customerData,
	MANUAL_TRIGGER,
	NODE_NAME,
} from '../../../harness/workflow/nodes.mts';
import { workflow } from '../../../harness/workflow/workflow.mts';
import { test as base } from './fixtures.mts';

// n8n's editor shows some texts as HTML. What others wrote has to read there as they wrote it.

const test = base.extend<{ bait: Awaited<ReturnType<typeof startBait>> }>({
	sizes: { customers: 60 },
	bait: async ({}, use) => use(await startBait()),
});

const FORM = { operation: 'get', ...BY_CODE };
const NO_FAX = { fields: ['Fax'] };

const PLACES: Record<string, (typed: string) => Record<string, unknown>> = {
	'a hint with the value of Get': (typed) => {
		return { ...FORM, keyValue: typed, options: { ifNotFound: 'nothing' } };
	},
	'a hint with the words of Search': (typed) => {
		return { operation: 'search', search: typed, returnAll: true };
	},
	"a hint with a field's name": () => ({ returnAll: false, limit: 5, options: NO_FAX }),
	'an error with the value of Get': (typed) => ({ ...FORM, keyValue: typed }),
	"an error with a field's name": () => ({ returnAll: true, options: NO_FAX }),
	"an error with the service's message": () => ({ resource: 'customerGroup' }),
};

for (const [place, parameters] of Object.entries(PLACES)) {
	test(`shows ${place} as it was typed`, async ({
		bait,
		credential,
		node,
		open,
		page,
		service,
	}) => {
		service.lists.GetCustomers.upsert(0, { Code: 'C1', [bait.typed]: 1 });
		const body = { IsSuccess: false, ErrorMessages: [bait.typed], Payload: [] };
		service.setFaults([{ kind: 'status', status: 200, on: 'GetCustomerGroups', body }]);
		const reader = customerData(credential, parameters(bait.typed));
		await open(workflow('Outside', [MANUAL_TRIGGER, reader]), NODE_NAME);
		await node.execute();
		// It repeats the message of an error.
		await page.locator('.el-notification').first().waitFor();
		const words = node.hints.or(node.errorMessage).or(node.errorDescription);
		await expect(words.filter({ hasText: bait.shown })).toHaveCount(1);
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
