import { z } from 'zod';
import { TABLE_COLUMNS } from '../../../demo/synchronisation.mts';
import type { N8nRest, Row } from '../../harness/n8n/rest.mts';

const NAME = 'CRM contacts';
const identified = z.object({ id: z.string(), name: z.string() });

/** Creates the table that stands in for the CRM in the examples; returns what reads its rows. */
export async function createCrmTable(n8n: N8nRest, rows: Row[]): Promise<() => Promise<Row[]>> {
	const tables = `/projects/${await n8n.personalProjectId()}/data-tables`;
	const draft = { name: NAME, columns: TABLE_COLUMNS };
	const { id } = await n8n.call('POST', tables, identified, draft);
	await n8n.call('POST', `${tables}/${id}/insert`, z.unknown(), { data: rows });
	return async () => await readCrmTable(n8n);
}

/** Without the columns that n8n adds, in the order of the codes; none before there is a table. */
export async function readCrmTable(n8n: N8nRest): Promise<Row[]> {
	const projectId = await n8n.personalProjectId();
	const tables = `/projects/${projectId}/data-tables`;
	const { data } = await n8n.call('GET', tables, z.object({ data: z.array(identified) }));
	const table = data.find(({ name }) => name === NAME);
	const found = table ? await n8n.rows(projectId, table.id) : [];
	const names = TABLE_COLUMNS.map(({ name }) => name);
	return found
		.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
		.sort((a, b) => String(a.code).localeCompare(String(b.code)));
}
