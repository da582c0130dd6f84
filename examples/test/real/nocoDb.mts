import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { addSqlite } from '../../../harness/install/sqlite.mts';
import type { Row } from '../../../harness/n8n/rest.mts';
import { prepare } from '../../../harness/sandbox.mts';
import { drawn, ODD_NAMES, TEXTS, type Start } from '../target.mts';
import { apiOf, startCrm } from './server.mts';

const PACKAGES = {
	manifest: join(import.meta.dirname, 'nocodb'),
	main: 'nocodb',
	title: 'NocoDB',
	minutes: 'about 4',
	gigabytes: 1.4,
	steps: [addSqlite],
};

/** The package has no command of its own. */
const PROGRAM = `
const app = require('express')();
const server = app.listen(process.env.PORT, '127.0.0.1', async () => {
	app.use(await require('nocodb').Noco.init({}, server, app));
	console.log('NocoDB is ready');
});`;

const TYPES: Record<string, string> = { email: 'Email', phone: 'PhoneNumber', owner: 'LongText' };
const COLUMNS = [
	...[...TEXTS, ...Object.values(ODD_NAMES)].map((title) => {
		return { title, type: TYPES[title] ?? 'SingleLineText' };
	}),
	{ title: 'creditLimit', type: 'Decimal', options: { precision: 2 } },
	{ title: 'active', type: 'Checkbox' },
];

const withId = z.object({ id: z.string() });
const withToken = z.object({ token: z.string() });
const recordSchema = z
	.object({ id: z.number(), fields: z.record(z.unknown()) })
	.transform(({ id, fields }) => ({ id, ...fields }));
const recordsSchema = z.object({ records: z.array(recordSchema) });

/** Starts NocoDB with a table of contacts. */
export const startNocoDb: Start = async ({ rest }, tools) => {
	const account = {
		email: 'demo@example.com',
		password: `Demo1-${randomBytes(6).toString('hex')}`,
	};
	const { node } = (await prepare(tools)).installation;
	const env = {
		NC_ADMIN_EMAIL: account.email,
		NC_ADMIN_PASSWORD: account.password,
		NC_DISABLE_TELE: 'true',
	};
	const server = { packages: PACKAGES, node, program: PROGRAM, ready: /NocoDB is ready/, env };
	const host = await startCrm(server, tools);
	const session = await apiOf(host)('POST', '/api/v1/auth/user/signin', withToken, account);
	const asUser = apiOf(host, { 'xc-auth': session.token });
	const { token } = await asUser('POST', '/api/v1/tokens', withToken, { description: 'n8n' });
	const api = apiOf(host, { 'xc-token': token });
	const base = await api('POST', '/api/v2/meta/bases', withId, { title: 'CRM' });
	const draft = { title: 'Contacts', fields: COLUMNS };
	const table = await api('POST', `/api/v3/meta/bases/${base.id}/tables`, withId, draft);
	const path = `/api/v3/data/${base.id}/${table.id}/records`;
	const contacts = async () => {
		const { records } = await api('GET', `${path}?limit=1000`, recordsSchema);
		return records.sort((a, b) => a.id - b.id);
	};
	await rest.createCredential({
		name: 'NocoDB Token account',
		type: 'nocoDbApiToken',
		data: { apiToken: token, host },
	});
	const target = {
		hasOddNames: true,
		rows: contacts,
		async clear() {
			for (const { id } of await contacts()) await api('DELETE', path, z.unknown(), [{ id }]);
		},
		add: async (fields: Row) => await api('POST', path, z.unknown(), [{ fields }]),
	};
	return drawn('NocoDB', target, { projectId: base.id, table: table.id });
};
