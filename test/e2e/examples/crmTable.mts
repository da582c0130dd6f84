import { z } from 'zod';
import { TABLE_COLUMNS } from '../../../demo/synchronisation.mts';
import type { N8nRest, Row } from '../../harness/n8n/rest.mts';

/** Creates the table that stands in for the CRM in the examples; returns what reads its rows. */
export async function createCrmTable(n8n: N8nRest, rows: Row[]): Promise<() => Promise<Row[]>> {
	const projectId = await n8n.personalProjectId();
	const tables = `/projects/${projectId}/data-tables`;
	const draft = { name: 'CRM contacts', columns: TABLE_COLUMNS };
	const { id } = await n8n.call('POST', tables, z.object({ id: z.string() }), draft);
	await n8n.call('POST', `${tables}/${id}/insert`, z.unknown(), { data: rows });

	/** Without the columns that n8n adds, in the order of the codes. */
	return async () => {
		const names = TABLE_COLUMNS.map(({ name }) => name);
		const found = await n8n.rows(projectId, id);
		return found
			.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
			.sort((a, b) => String(a.code).localeCompare(String(b.code)));
	};
}
