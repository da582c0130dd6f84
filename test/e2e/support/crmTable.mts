import { z } from 'zod';
import { TABLE_COLUMNS } from '../../../demo/synchronisation.mts';
import type { N8nRest, Row } from '../../harness/n8n/rest.mts';

/** The name of the table that stands in for the CRM in the examples. */
const NAME = 'CRM contacts';

const tablesSchema = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });

/** That table, changed as a person changes it in n8n, past every workflow. */
export class CrmTable {
	private constructor(
		private readonly n8n: N8nRest,
		private readonly projectId: string,
		private readonly id: string,
	) {}

	/** Creates the table with these rows, in place of the one there is. */
	static async create(n8n: N8nRest, rows: Row[]): Promise<CrmTable> {
		await CrmTable.drop(n8n);
		const projectId = await n8n.personalProjectId();
		const table = new CrmTable(
			n8n,
			projectId,
			await n8n.createDataTable(projectId, NAME, TABLE_COLUMNS),
		);
		if (rows.length > 0) await table.add(...rows);
		return table;
	}

	/** Every test file starts without a table, so the table must not outlive it. */
	static async drop(n8n: N8nRest): Promise<void> {
		const path = `/projects/${await n8n.personalProjectId()}/data-tables`;
		const { data } = await n8n.call('GET', path, tablesSchema);
		for (const { id, name } of data) {
			if (name === NAME) await n8n.call('DELETE', `${path}/${id}`, z.unknown());
		}
	}

	/** With the columns that n8n adds, in the order the rows were added. */
	async rows(): Promise<Row[]> {
		return await this.n8n.rows(this.projectId, this.id);
	}

	/** Without the columns that n8n adds, in the order of the codes. */
	async contacts(): Promise<Row[]> {
		const names = TABLE_COLUMNS.map(({ name }) => name);
		const rows = (await this.rows()).map((row) =>
			Object.fromEntries(names.map((name) => [name, row[name]])),
		);
		return rows.sort((a, b) => String(a.code).localeCompare(String(b.code)));
	}

	async add(...data: Row[]): Promise<void> {
		await this.n8n.call('POST', `${this.path}/insert`, z.unknown(), { data });
	}

	async change(code: string, data: Row): Promise<void> {
		const filter = { filters: [{ columnName: 'code', value: code }] };
		await this.n8n.call('PATCH', `${this.path}/rows`, z.unknown(), { filter, data });
	}

	async remove(code: string): Promise<void> {
		const filter = encodeURIComponent(
			JSON.stringify({ filters: [{ columnName: 'code', value: code }] }),
		);
		await this.n8n.call('DELETE', `${this.path}/rows?filter=${filter}`, z.unknown());
	}

	private get path(): string {
		return `/projects/${this.projectId}/data-tables/${this.id}`;
	}
}
