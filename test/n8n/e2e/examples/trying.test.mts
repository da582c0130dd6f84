import { expect } from '@playwright/test';
import Fastify from 'fastify';
import { z } from 'zod';
import { NODES } from '../../../../examples/source/draw.mts';
import type { Row, WorkflowDraft } from '../../../../harness/n8n/rest.mts';
import { readExample, withNodes } from '../../../../harness/workflow/examples.mts';
import { expectedRows, TABLE_COLUMNS, TABLE_NAME } from '../../../../harness/workflow/rows.mts';
import { test } from '../fixtures.mts';

const CONTACTS = 'https://crm.example.com/items/contacts';

test.use({ sizes: { customers: 10 } });

test('executes A CRM without a node from left to right, while those on the right lack a credential', async ({
	page,
	canvas,
	n8n,
	node,
	open,
	service,
}) => {
	const [first, ...others] = expectedRows(service).map((row, id) => ({ id, ...row }));
	const url = await startCrm([{ ...first, city: 'Elsewhere' }, ...others]);
	const [type, name] = ['httpHeaderAuth', 'Header Auth account'];
	const { id } = await n8n.createCredential({ name, type, data: { name: 'x-key', value: 'key' } });
	const shipped = JSON.stringify(readExample('crm/a-crm-without-a-node.json'));
	const example = withNodes(JSON.parse(shipped.replaceAll(CONTACTS, url)), {
		[NODES.read]: {
			parameters: { authentication: 'genericCredentialType', genericAuthType: type },
			credentials: { [type]: { id, name } },
		},
	});
	await open(imported(example), NODES.read);
	await node.execute();
	// A page of contacts, and one that is empty.
	await expect(node.itemCount).toHaveText('2 items');
	await page.keyboard.press('Escape');
	await canvas.openNode(NODES.compare);
	await node.execute();
	await expect(node.output).toContainText('Updated Branch (1 item)');
});

/** The editor expects what an import has. */
function imported(example: WorkflowDraft) {
	return { ...example, pinData: {} };
}

for (const { crm, rows, place, said } of [
	{
		crm: 'is empty',
		rows: () => [],
		place: 'errorMessage',
		said: ['10 of 10 records are not in the input'],
	},
	{
		crm: 'has somebody under another code',
		rows: ([first, second, ...others]: Row[]) => [
			{ ...first, city: 'Gent' },
			{ ...second, code: 'OLD' },
			...others,
		],
		place: 'hints',
		said: [
			'10 contacts compared with 10 records: 1 to update (City 1), 1 held back.',
			'"C000002" as "OLD"',
		],
	},
] as const) {
	test(`says at the first look what it would do, where the CRM ${crm}`, async ({
		n8n,
		node,
		open,
		service,
	}) => {
		const project = await n8n.personalProjectId();
		const table = await n8n.createTable(project, TABLE_NAME, TABLE_COLUMNS);
		const path = `/projects/${project}/data-tables/${table}/insert`;
		await n8n.call('POST', path, z.unknown(), { data: rows(expectedRows(service)) });
		await open(imported(readExample('keep-the-crm-in-step.json')), NODES.compare);
		await node.execute();
		for (const text of said) await expect(node[place]).toContainText(text);
		await expect(node[place]).toBeInViewport({ ratio: 1 });
	});
}

/** A CRM whose API returns these, on its first page, to whoever has the key. */
async function startCrm(contacts: object[]): Promise<string> {
	const server = Fastify();
	server.get<{ Querystring: { page?: string } }>('/contacts', async ({ headers, query }, reply) => {
		const data = query.page === '1' ? contacts : [];
		return headers['x-key'] === 'key' ? { data } : await reply.code(401).send({});
	});
	server.server.unref();
	return `${await server.listen({ host: '127.0.0.1', port: 0 })}/contacts`;
}
