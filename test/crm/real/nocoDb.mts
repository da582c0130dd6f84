import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { stepFor } from '../../../harness/install/install.mts';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import type { DataRecord } from '../../../service/records.mts';
import { drawn, TEXTS } from '../drawn.mts';
import type { Scene } from '../scene.mts';
import type { Target } from '../target.mts';
import { apiOf, startCrm } from './server.mts';

const PACKAGES = {
	manifest: join(import.meta.dirname, 'nocodb'),
	main: 'nocodb',
	title: 'NocoDB',
	effort: 'about 4 minutes and 1.4 GB',
	steps: stepFor('sqlite3'),
};

/** The package has no command of its own. */
const PROGRAM = `
const app = require('express')();
const server = app.listen(process.env.PORT, '127.0.0.1', async () => {
	app.use(await require('nocodb').Noco.init({}, server, app));
	console.log('NocoDB is ready');
});`;

const TYPES: Record<string, string> = {
	email: 'Email',
	phone: 'PhoneNumber',
	owner: 'LongText',
};
const COLUMNS = [
	...TEXTS.map((title) => ({ title, type: TYPES[title] ?? 'SingleLineText' })),
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
export async function startNocoDb(scene: Scene, tools: ScriptTools): Promise<Target> {
	const email = 'demo@example.com';
	const password = `Demo1-${randomBytes(6).toString('hex')}`;
	const account = { NC_ADMIN_EMAIL: email, NC_ADMIN_PASSWORD: password };
	const env = { ...account, NC_DISABLE_TELE: 'true' };
	const { node } = scene.installation;
	const ready = /NocoDB is ready/;
	const server = { packages: PACKAGES, node, program: PROGRAM, ready, env };
	const host = await startCrm(server, tools);
	const login = { email, password };
	const session = await apiOf(host)('POST', '/api/v1/auth/user/signin', withToken, login);
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
	const data = { apiToken: token, host };
	const credential = { name: 'NocoDB Token account', type: 'nocoDbApiToken', data };
	await scene.rest.createCredential(credential);
	const target = {
		nodes: {},
		rows: contacts,
		async fill(rows: Row[]) {
			for (const { id } of await contacts()) await api('DELETE', path, z.unknown(), [{ id }]);
			for (const row of rows) await api('POST', path, z.unknown(), [{ fields: row }]);
		},
		refused: (customer: DataRecord) => ({ ...customer, CreditLimit: 'a lot' }),
		reason: '',
	};
	const chosen = { projectId: chosenFrom(base.id), table: chosenFrom(table.id) };
	return drawn(target, 'nocodb', (drawing) => ({
		...drawing,
		nodes: drawing.nodes.map((node) => ({
			...node,
			parameters:
				'projectId' in node.parameters ? { ...node.parameters, ...chosen } : node.parameters,
		})),
	}));
}

const chosenFrom = (value: string) => ({ __rl: true, mode: 'list', value });
