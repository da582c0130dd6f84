import { z } from 'zod';
import { TABLE_COLUMNS, TABLE_NAME } from '../../harness/workflow/rows.mts';
import type { Column, Row } from '../../harness/n8n/rest.mts';
import type { Scene } from './scene.mts';
import type { Target } from './target.mts';

const tableSchema = z.object({ id: z.string(), name: z.string() });

/** n8n's own table, for which the examples are shipped. */
export function dataTable({ rest, projectId }: Scene): Target {
	const path = `/projects/${projectId}/data-tables`;
	const tables = async () =>
		(await rest.call('GET', path, z.object({ data: z.array(tableSchema) }))).data;

	const clear = async () => {
		for (const { id } of await tables()) await rest.call('DELETE', `${path}/${id}`, z.unknown());
	};
	return {
		name: 'Data table',
		hasKey: false,
		nodes: {},
		isRemoved: '={{ $json.active === false }}',
		inPart: { parameters: { returnAll: false, limit: 30 } },
		deleting: { parameters: { operation: 'deleteRows' } },
		// Its node hands on what it was given, and keeps the reason to itself.
		reason: '',
		refused: (customer) => ({ ...customer, CreditLimit: 'n/a' }),
		async rows(): Promise<Row[]> {
			const [table] = await tables();
			return table ? await rest.rows(projectId, table.id) : [];
		},
		async fill(rows: Row[]): Promise<void> {
			await clear();
			const columns: Column[] = [...TABLE_COLUMNS, { name: 'owner', type: 'string' }];
			const id = await rest.createTable(projectId, TABLE_NAME, columns);
			if (rows.length === 0) return;
			await rest.call('POST', `${path}/${id}/insert`, z.unknown(), { data: rows });
		},
	};
}
