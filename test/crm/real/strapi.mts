import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import { stepFor } from '../../../harness/install/install.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { credentialsOf } from '../../../harness/workflow/workflow.mts';
import type { Scene } from '../scene.mts';
import { nodesInStep, type Target } from '../target.mts';
import { NAMES, OWN } from './contacts.mts';
import { apiOf, startCrm } from './server.mts';

const PACKAGES = {
	manifest: join(import.meta.dirname, 'strapi'),
	main: '@strapi/strapi',
	title: 'Strapi',
	effort: 'about 4 minutes and 730 MB',
	steps: stepFor('better-sqlite3'),
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
			customer_no: { ...text, unique: true },
			firm: { ...text, maxLength: 33 },
			person: text,
			mail: { type: 'email' },
			telephone: text,
			town: text,
			credit: { type: 'decimal' },
			is_active: { type: 'boolean' },
			company_id: text,
			own_notes: { type: 'text' },
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
	const credentials = credentialsOf(await rest.createCredential(credential));
	return {
		nodes: nodes(url, credentials),
		rows: async () => (await contacts()).map(OWN.toColumns),
		async fill(rows) {
			for (const { documentId } of await contacts()) {
				await api('DELETE', `${PATH}/${documentId}`, z.unknown());
			}
			for (const row of rows) await api('POST', PATH, z.unknown(), { data: OWN.toOwn(row) });
		},
		refused: (customer) => ({ ...customer, Name: 'A'.repeat(34) }),
		reason: '',
	};
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

/** n8n's Strapi node only reads: it saves the whole item, whose other fields Strapi 5 refuses. */
function nodes(url: string, credentials: ReturnType<typeof credentialsOf>): Target['nodes'] {
	const saving = (method: string, path: string, values: Record<string, string>): Partial<INode> => {
		const { code } = values;
		const texts = code === undefined ? values : { ...values, code: `String(${code})` };
		const data = Object.entries(OWN.toOwn(texts)).map(([name, value]) => `${name}: ${value}`);
		const parameters = {
			method,
			url: `=${url}${PATH}${path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'strapiTokenApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ { data: { ${data.join(', ')} } } }}`,
			options: {},
		};
		return { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, credentials, parameters };
	};
	const at = (column: string) => String(NAMES[column]);
	const options = { where: '{ "company_id": { "$eq": "1" } }' };
	const reading = { authentication: 'token', operation: 'getAll', contentType: 'contacts' };
	return nodesInStep({
		at,
		id: 'documentId',
		read: {
			type: 'n8n-nodes-base.strapi',
			typeVersion: 1,
			credentials,
			parameters: { ...reading, returnAll: true, options },
		},
		save: (values, id) =>
			id === undefined ? saving('POST', '', values) : saving('PUT', `/{{ ${id} }}`, values),
	});
}
