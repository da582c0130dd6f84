import { z } from 'zod';
import type { Column } from '../../harness/n8n/rest.mts';
import { TABLE_COLUMNS, TABLE_NAME } from '../../harness/workflow/rows.mts';
import type { Scene } from './scene.mts';
import type { Target } from './target.mts';

const tablesSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
const COLUMNS: Column[] = [...TABLE_COLUMNS, { name: 'owner', type: 'string' }];

/** n8n's own table, for which the examples are shipped. */
export function dataTable({ rest, projectId }: Scene): Target {
	const path = `/projects/${projectId}/data-tables`;
	const tables = async () => (await rest.call('GET', path, tablesSchema)).data;
	return {
		nodes: {},
		isAllOrNone: true,
		// Its node hands on what it was given, and keeps the reason to itself.
		reason: '',
		refused: (customer) => ({ ...customer, CreditLimit: 'n/a' }),
		async rows() {
			const [table] = await tables();
			return table ? await rest.rows(projectId, table.id) : [];
		},
		async fill(rows) {
			for (const { id } of await tables()) await rest.call('DELETE', `${path}/${id}`, z.unknown());
			const id = await rest.createTable(projectId, TABLE_NAME, COLUMNS);
			if (rows.length === 0) return;
			await rest.call('POST', `${path}/${id}/insert`, z.unknown(), { data: rows });
		},
	};
}
