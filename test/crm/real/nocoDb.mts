import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { stepFor } from '../../../harness/install/install.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { credentialsOf } from '../../../harness/workflow/workflow.mts';
import type { Scene } from '../scene.mts';
import { asParameters, nodesInStep, type Target } from '../target.mts';
import { NAMES, OWN } from './contacts.mts';
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

const text = (title: string) => ({ title, type: 'SingleLineText' });
const COLUMNS = [
	...['customer_no', 'firm', 'person', 'town', 'company_id'].map(text),
	{ title: 'mail', type: 'Email' },
	{ title: 'telephone', type: 'PhoneNumber' },
	{ title: 'credit', type: 'Decimal', options: { precision: 2 } },
	{ title: 'is_active', type: 'Checkbox' },
	{ title: 'own_notes', type: 'LongText' },
];

const withId = z.object({ id: z.string() });
const withToken = z.object({ token: z.string() });
const recordSchema = z
	.object({ id: z.number(), fields: z.record(z.unknown()) })
	.transform(({ id, fields }) => ({ id, ...fields }));
const recordsSchema = z.object({ records: z.array(recordSchema) });
const mapperSchema = z.object({
	fields: z.array(z.custom<INodeParameters>((value) => value instanceof Object)),
});

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
	const credentials = credentialsOf(await scene.rest.createCredential(credential));
	return {
		nodes: await nodes(scene, credentials, base.id, table.id),
		rows: async () => (await contacts()).map(OWN.toColumns),
		async fill(rows) {
			for (const { id } of await contacts()) await api('DELETE', path, z.unknown(), [{ id }]);
			for (const row of rows) await api('POST', path, z.unknown(), [{ fields: OWN.toOwn(row) }]);
		},
		refused: (customer) => ({ ...customer, CreditLimit: 'a lot' }),
		reason: '',
	};
}

/** NocoDB's own node, as somebody fills it in. */
async function nodes(
	{ rest }: Scene,
	credentials: INode['credentials'],
	base: string,
	table: string,
): Promise<Target['nodes']> {
	const type = { name: 'n8n-nodes-base.nocoDb', version: 4 };
	const chosen = {
		authentication: 'nocoDbApiToken',
		projectId: { __rl: true, mode: 'list', value: base },
		table: { __rl: true, mode: 'list', value: table },
	};
	const node = (parameters: INodeParameters) => {
		const own = { ...chosen, ...parameters };
		return { type: type.name, typeVersion: type.version, credentials, parameters: own };
	};
	// What the editor asks for to show a box for each column.
	const mapper = '/dynamic-node-parameters/resource-mapper-fields';
	const { fields: schema } = await rest.call('POST', mapper, mapperSchema, {
		path: 'parameters.fieldsMapper',
		methodName: 'getResourceMapperFields',
		nodeTypeAndVersion: type,
		currentNodeParameters: { ...chosen, operation: 'create' },
		credentials,
	});
	const at = (column: string) => `fields.${NAMES[column]}`;
	const options = { where: '(company_id,eq,1)' };
	return nodesInStep({
		at,
		id: 'id',
		read: node({ operation: 'search', returnAll: true, options }),
		save(values, id) {
			const value = OWN.toOwn(asParameters(values));
			const fieldsMapper = { mappingMode: 'defineBelow', value, schema, matchingColumns: [] };
			const operation = id === undefined ? 'create' : 'update';
			const row = id === undefined ? {} : { id: `={{ ${id} }}` };
			return node({ operation, dataToSend: 'mapWithFields', fieldsMapper, ...row });
		},
	});
}
