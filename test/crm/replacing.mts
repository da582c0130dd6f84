import assert from 'node:assert/strict';
import type { INode } from 'n8n-workflow';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { copying, type Target } from './copying.mts';
import type { Database } from './databases.mts';
import type { Check } from '../../harness/script/checks.mts';
import type { Scene } from './scene.mts';

/** With the names of the checks that rename fields, too. */
const TABLE =
	'create table crm_contacts (code text, company text, contact text, email text, phone text, city text, "creditLimit" numeric, active boolean, "companyId" text, customer_no text, title text, id serial, unique (code, "companyId"), unique (customer_no, "companyId"))';

/** n8n's own node for PostgreSQL, as somebody fills it in. */
const POSTGRES: Partial<INode> = {
	type: 'n8n-nodes-base.postgres',
	typeVersion: 2.6,
	parameters: {
		operation: 'upsert',
		schema: { __rl: true, mode: 'list', value: 'public' },
		table: { __rl: true, mode: 'list', value: 'crm_contacts' },
		columns: {
			mappingMode: 'autoMapInputData',
			value: null,
			matchingColumns: ['companyId', 'code'],
			schema: [],
		},
		options: {},
	},
	credentials: { postgres: { id: null, name: 'Postgres account' } },
};
const NOTHING: Partial<INode> = { type: 'n8n-nodes-base.noOp', typeVersion: 1 };

/** *Customers to CRM* with its writing node replaced, with the setting that README asks for, and without. */
export function replacing(scene: Scene, { query, refused }: Database): Check[] {
	const example = withNodes(readExample('customers-to-crm.json'), {
		'Make the table': NOTHING,
		'Save to CRM': POSTGRES,
	});
	const target: Target = {
		name: 'Postgres node',
		example,
		refused,
		clear: async () => void (await query(`drop table if exists crm_contacts; ${TABLE}`)),
		rows: async () => (await query('select * from crm_contacts order by id')).map(withList),
	};
	const stopping = withNodes(example, { 'Save to CRM': { onError: 'stopWorkflow' } });
	const prove = async () => {
		const { begin, change, run } = scene;
		begin(30);
		await target.clear();
		change(7, { CreditLimit: 'a lot' });
		for (const _ of ['first', 'second']) {
			const { status, error } = await run(stopping);
			assert.equal(status, 'error');
			assert.match(error?.message ?? '', /a lot/);
			assert.equal((await target.rows()).length, 7);
		}
		change(7, { CreditLimit: 1 });
		assertSuccess(await run(stopping));
		assert.equal((await target.rows()).length, 30);
	};
	const name = `${target.name}: stops at a refused customer where On Error was left as it is`;
	return [...copying(scene, target), { name, prove }];
}

/** The node saves a list as PostgreSQL writes it. */
function withList({ city, ...row }: Row): Row {
	return { ...row, city: city === '{Ulm,Bonn}' ? ['Ulm', 'Bonn'] : city };
}
