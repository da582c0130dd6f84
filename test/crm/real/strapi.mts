import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { sqlite } from '../../../harness/install/sqlite.mts';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import type { DataRecord } from '../../../service/records.mts';
import type { Scene } from '../scene.mts';
import { drawn, TEXTS, type Target } from '../target.mts';
import { apiOf, startCrm } from './server.mts';

const PACKAGES = {
	manifest: join(import.meta.dirname, 'strapi'),
	main: '@strapi/strapi',
	title: 'Strapi',
	minutes: 'about 4',
	gigabytes: 0.7,
	steps: [sqlite('better-sqlite3')],
	isBoundToNode: true,
};

const PROGRAM = `
const { createStrapi } = require('@strapi/strapi');
createStrapi({ appDir: process.cwd(), distDir: process.cwd() }).start();`;

const secret = () => randomBytes(16).toString('hex');
const text = { type: 'string' };
const factory = (name: string) =>
	`module.exports = require('@strapi/strapi').factories.createCore${name}('api::contact.contact');`;

/** An application with one collection, and without the panel, which would have to be built. */
const FILES = {
	'package.json': { name: 'crm', version: '0.0.0' },
	'config/admin.json': {
		serveAdminPanel: false,
		auth: { secret: secret() },
		apiToken: { salt: secret() },
	},
	'config/database.json': {
		connection: { client: 'sqlite', connection: { filename: 'data.db' }, useNullAsDefault: true },
	},
	'config/server.js': `module.exports = { host: '127.0.0.1', port: Number(process.env.PORT), app: { keys: ['${secret()}'] } };`,
	'public/uploads/.gitkeep': '',
	'src/api/contact/content-types/contact/schema.json': {
		kind: 'collectionType',
		collectionName: 'contacts',
		info: { singularName: 'contact', pluralName: 'contacts', displayName: 'Contact' },
		options: { draftAndPublish: false },
		attributes: {
			...Object.fromEntries(TEXTS.map((name) => [name, text])),
			code: { ...text, unique: true },
			company: { ...text, maxLength: 33 },
			email: { type: 'email' },
			creditLimit: { type: 'decimal' },
			active: { type: 'boolean' },
		},
	},
	'src/api/contact/controllers/contact.js': factory('Controller'),
	'src/api/contact/routes/contact.js': factory('Router'),
	'src/api/contact/services/contact.js': factory('Service'),
};

const PATH = '/api/contacts';
const entriesSchema = z.object({
	data: z.array(z.object({ documentId: z.string() }).passthrough()),
});

/** Starts Strapi with a collection of contacts. */
export async function startStrapi({ rest }: Scene, tools: ScriptTools): Promise<Target> {
	const env = { NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' };
	const ready = /Strapi started successfully/;
	const server = { packages: PACKAGES, node: process.execPath, program: PROGRAM, ready };
	const url = await startCrm({ ...server, files: FILES, env }, tools);
	const apiToken = await tokenOf(url);
	const api = apiOf(url, { authorization: `Bearer ${apiToken}` });
	const contacts = async () => {
		const query = '?sort=createdAt&pagination[pageSize]=100';
		return (await api('GET', `${PATH}${query}`, entriesSchema)).data;
	};
	const data = { apiToken, url, apiVersion: 'v4' };
	const credential = { name: 'Strapi Token account', type: 'strapiTokenApi', data };
	await rest.createCredential(credential);
	const target = {
		rows: contacts,
		async clear() {
			for (const { documentId } of await contacts()) {
				await api('DELETE', `${PATH}/${documentId}`, z.unknown());
			}
		},
		add: async (data: Row) => await api('POST', PATH, z.unknown(), { data }),
		refused: (customer: DataRecord) => ({ ...customer, Name: 'A'.repeat(34) }),
		takesOnlyText: true,
	};
	return drawn('Strapi', target, { 'https://strapi.example.com': url });
}

async function tokenOf(url: string): Promise<string> {
	const admin = { firstname: 'Demo', email: 'demo@example.com', password: `Demo1-${secret()}` };
	const withToken = z.object({ data: z.object({ token: z.string() }) });
	const session = await apiOf(url)('POST', '/admin/register-admin', withToken, admin);
	const api = apiOf(url, { authorization: `Bearer ${session.data.token}` });
	const withKey = z.object({ data: z.object({ accessKey: z.string() }) });
	const draft = { name: 'n8n', description: '', type: 'full-access', lifespan: null };
	return (await api('POST', '/admin/api-tokens', withKey, draft)).data.accessKey;
}
