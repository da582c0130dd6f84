import { z } from 'zod';
import { TABLE_COLUMNS } from '../../demo/synchronisation.mts';
import type { N8nRest, Row } from '../harness/n8n/rest.mts';

export type CrmTable = Awaited<ReturnType<typeof createCrmTable>>;

/** The table that stands in for the CRM in the examples, changed as a person changes it in n8n. */
export async function createCrmTable(n8n: N8nRest, filled: Row[]) {
	const projectId = await n8n.personalProjectId();
	const id = await n8n.createDataTable(projectId, 'CRM contacts', TABLE_COLUMNS);
	const path = `/projects/${projectId}/data-tables/${id}`;

	/** With the columns that n8n adds, in the order the rows were added. */
	const rows = async () => await n8n.rows(projectId, id);

	/** Without the columns that n8n adds, in the order of the codes. */
	const contacts = async () =>
		(await rows())
			.map((row) => Object.fromEntries(TABLE_COLUMNS.map(({ name }) => [name, row[name]])))
			.sort((a, b) => String(a.code).localeCompare(String(b.code)));

	const add = async (...data: Row[]) =>
		await n8n.call('POST', `${path}/insert`, z.unknown(), { data });

	const change = async (code: string, data: Row) =>
		await n8n.call('PATCH', `${path}/rows`, z.unknown(), { filter: withCode(code), data });

	const remove = async (code: string) => {
		const filter = encodeURIComponent(JSON.stringify(withCode(code)));
		await n8n.call('DELETE', `${path}/rows?filter=${filter}`, z.unknown());
	};

	await add(...filled);
	return { rows, contacts, add, change, remove };
}

function withCode(value: string) {
	return { filters: [{ columnName: 'code', value }] };
}
