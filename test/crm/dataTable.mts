import { z } from 'zod';
import { TABLE_COLUMNS } from '../../harness/workflow/rows.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import {
	type Example,
	readExample,
	withNodes,
	withSettings,
} from '../../harness/workflow/examples.mts';
import type { Target } from './copying.mts';
import type { Scene } from './scene.mts';

const NAME = 'CRM contacts';
const tableSchema = z.object({ id: z.string(), name: z.string() });

export type Table = ReturnType<typeof tableIn>;

/** n8n's own table, which stands in for a CRM in the examples. */
export function tableIn({ rest, projectId }: Scene) {
	const path = `/projects/${projectId}/data-tables`;
	const tables = async () =>
		(await rest.call('GET', path, z.object({ data: z.array(tableSchema) }))).data;

	const clear = async () => {
		for (const { id } of await tables()) await rest.call('DELETE', `${path}/${id}`, z.unknown());
	};
	return {
		clear,
		async rows(): Promise<Row[]> {
			const [table] = await tables();
			return table ? await rest.rows(projectId, table.id) : [];
		},
		/** Makes the table anew, with a column that only the CRM has. */
		async fill(rows: Row[]): Promise<void> {
			await clear();
			const draft = { name: NAME, columns: [...TABLE_COLUMNS, { name: 'owner', type: 'string' }] };
			const { id } = await rest.call('POST', path, tableSchema, draft);
			if (rows.length === 0) return;
			await rest.call('POST', `${path}/${id}/insert`, z.unknown(), { data: rows });
		},
	};
}

/** The example with a CRM that returns its fields one level down, as some do. */
export function oneLevelDown(example: Example): Example {
	const jsCode =
		'return $input.all().map(({ json: { id, ...custom_fields } }) => ({ json: { id, custom_fields } }));';
	return withNodes(example, {
		'Contacts in the CRM': { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
	});
}

const refused: Target['refused'] = (customer) => ({ ...customer, CreditLimit: 'n/a' });

/** *Customers to CRM*, as shipped. */
export function inDataTable(table: Table): Target {
	const example = readExample('customers-to-crm.json');
	return { ...table, refused, name: 'Data table', example };
}

/** *Customers to a CRM without upsert*, as for the first execution. */
export function withoutUpsert(table: Table): Target {
	const example = readExample('customers-to-a-crm-without-upsert.json');
	const first = withSettings(example, { createAtMost: 1 });
	return { ...table, refused, name: 'Without upsert', example: first };
}
