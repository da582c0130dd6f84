import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { prepare } from '../../../harness/sandbox.mts';
import { startPostgres } from '../../../harness/servers/postgres.mts';
import { withNodes } from '../../../harness/workflow/examples.mts';
import { NODES } from '../../source/draw.mts';
import { drawn, TEXTS, type Start } from '../target.mts';
import { apiOf, startCrm } from './server.mts';

const PACKAGES = {
	manifest: join(import.meta.dirname, 'directus'),
	main: 'directus',
	title: 'Directus',
	minutes: '1 to 2',
	gigabytes: 0.7,
	steps: [],
};

/** Sets up the empty database, and starts. */
const PROGRAM = `
const { execFileSync } = require('node:child_process');
const cli = process.env.NODE_PATH + '/directus/cli.js';
execFileSync(process.execPath, [cli, 'bootstrap'], { stdio: 'inherit' });
process.argv.splice(1, 0, cli, 'start');
import(cli);`;

const COLLECTION = 'contacts';
const PATH = `/items/${COLLECTION}`;
const column = (field: string, type: string, schema = {}) => ({ field, type, schema, meta: {} });
const FIELDS = [
	column('id', 'integer', { is_primary_key: true, has_auto_increment: true }),
	...TEXTS.map((name) => column(name, 'string', { is_unique: name === 'code' })),
	column('creditLimit', 'float'),
	column('active', 'boolean'),
];
const rowsSchema = z.object({ data: z.array(z.object({ id: z.number() }).passthrough()) });

/** Starts Directus, for which n8n has no node, with a collection of contacts. */
export const startDirectus: Start = async ({ rest }, tools) => {
	const { installation } = await prepare(tools);
	const { host, port, user, password, query } = await startPostgres(tools);
	const database = 'directus';
	await query(`create database ${database}`, 'postgres');
	const token = randomBytes(16).toString('hex');
	const url = await startCrm(
		{
			packages: PACKAGES,
			node: installation.node,
			program: PROGRAM,
			ready: /Server started at/,
			env: {
				PATH: process.env.PATH,
				HOST: '127.0.0.1',
				SECRET: token,
				ADMIN_EMAIL: 'demo@example.com',
				ADMIN_PASSWORD: `Demo1-${token}`,
				ADMIN_TOKEN: token,
				TELEMETRY: 'false',
				// Otherwise it answers 503 while the computer is busy.
				PRESSURE_LIMITER_ENABLED: 'false',
				DB_CLIENT: 'pg',
				DB_HOST: host,
				DB_PORT: String(port),
				DB_USER: user,
				DB_PASSWORD: password,
				DB_DATABASE: database,
			},
		},
		tools,
	);
	const api = apiOf(url, { authorization: `Bearer ${token}` });
	const collection = { collection: COLLECTION, schema: {}, meta: {}, fields: FIELDS };
	await api('POST', '/collections', z.unknown(), collection);
	const contacts = async () => (await api('GET', `${PATH}?limit=-1&sort=id`, rowsSchema)).data;
	const { id, name, type } = await rest.createCredential({
		name: 'Bearer Auth account',
		type: 'httpBearerAuth',
		data: { token },
	});
	const target = {
		rows: contacts,
		async clear() {
			const ids = (await contacts()).map(({ id }) => id);
			if (ids.length > 0) await api('DELETE', PATH, z.unknown(), ids);
		},
		add: async (row: Row) => await api('POST', PATH, z.unknown(), row),
	};
	const crm = drawn('A CRM without a node', target, {
		url: ({ url: shipped }) => String(shipped).replace('https://crm.example.com', url),
	});
	const authenticated = {
		parameters: { authentication: 'genericCredentialType', genericAuthType: type },
		credentials: { [type]: { id, name } },
	};
	const names = [NODES.read, NODES.create, NODES.update, NODES.remove];
	const changes = Object.fromEntries(names.map((node) => [node, authenticated]));
	return { ...crm, inStep: withNodes(crm.inStep, changes) };
};
