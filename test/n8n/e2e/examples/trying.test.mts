import { expect } from '@playwright/test';
import Fastify from 'fastify';
import { NODES } from '../../../../examples/source/draw.mts';
import { readExample, withNodes } from '../../../../harness/workflow/examples.mts';
import { expectedRows } from '../../../../harness/workflow/rows.mts';
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
	const [first, ...others] = expectedRows(service);
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
	// The editor expects what an import has.
	const imported = { ...example, pinData: {} };
	await open(imported, NODES.read);
	await node.execute();
	await expect(node.itemCount).toHaveText('1 item');
	await page.keyboard.press('Escape');
	await canvas.openNode(NODES.compare);
	await node.execute();
	await expect(node.output).toContainText('Updated Branch (1 item)');
});

/** A CRM whose API returns these to whoever has the key. */
async function startCrm(data: object[]): Promise<string> {
	const server = Fastify();
	server.get('/contacts', async ({ headers }, reply) =>
		headers['x-key'] === 'key' ? { data } : await reply.code(401).send({}),
	);
	server.server.unref();
	return `${await server.listen({ host: '127.0.0.1', port: 0 })}/contacts`;
}
