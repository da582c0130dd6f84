import { expect } from '@playwright/test';
import Fastify from 'fastify';
import { Server } from 'proxy-chain';
import { readExample } from '../../harness/workflow/examples.mts';
import { MANUAL_TRIGGER } from '../../harness/workflow/nodes.mts';
import { test as base } from '../fixtures.mts';

const { HUBSPOT_PORT, HUBSPOT_CERTIFICATE = '{}' } = process.env;

const test = base.extend<{ contacts: Map<string, unknown> }>({
	sizes: { customers: 60 },
	/** Stands in for HubSpot behind n8n's proxy, and refuses an address without a dot. */
	contacts: async ({ n8n }, use) => {
		const contacts = new Map<string, unknown>();
		const app = Fastify({ https: JSON.parse(HUBSPOT_CERTIFICATE) });
		app.post<{ Params: { email: string }; Body: object }>(
			'/contacts/v1/contact/createOrUpdate/email/:email',
			async ({ params: { email }, body, headers }, reply) => {
				expect(headers.authorization).toBe('Bearer none');
				if (!email.includes('.')) return await reply.code(400).send({ message: 'Invalid email' });
				contacts.set(email, body);
				return { vid: contacts.size, isNew: true };
			},
		);
		app.get('/contacts/v1/contact/vid/:vid/profile', async () => ({ properties: {} }));
		await app.ready();
		const proxy = new Server({
			host: '127.0.0.1',
			port: Number(HUBSPOT_PORT),
			prepareRequestFunction: () => ({ customConnectServer: app.server }),
		});
		await proxy.listen();
		const data = { appToken: 'none' };
		await n8n.createCredential({ name: 'HubSpot account', type: 'hubspotAppToken', data });
		await use(contacts);
		await proxy.close(true);
		await app.close();
	},
});

test('saves all contacts but one that HubSpot refuses, and says so', async ({
	contacts,
	n8n,
	service,
}) => {
	const { GetCustomers: customers } = service.lists;
	customers.upsert(2, { ...customers.at(2), Email: 'refused@example' });
	customers.upsert(4, { ...customers.at(4), Email: '' });
	customers.upsert(6, { Code: 'ODD', Email: 'odd@example.com' });
	const example = await n8n.createWorkflow(readExample('customers-to-hubspot.json'));
	const { error } = await n8n.run(example, MANUAL_TRIGGER.name);
	expect(error?.message).toMatch(
		/^HubSpot refused 1 of 59 customers: refused@example \(.+\)\. All others were saved\.$/,
	);
	const emails = customers.page(0, 60).map(({ Email }) => String(Email));
	expect([...contacts.keys()]).toEqual(emails.filter((email) => email.includes('.')));
	const { ContactName } = customers.at(0) ?? {};
	const [first, last] = String(ContactName).split(' ');
	expect(JSON.stringify(contacts.get(emails[0] ?? ''))).toContain(`"value":"${first}"`);
	expect(JSON.stringify(contacts.get(emails[0] ?? ''))).toContain(`"value":"${last}"`);
});
