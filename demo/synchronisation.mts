import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { RunningService } from '../service/server.mts';
import { assertOutput } from '../harness/n8n/execution.mts';
import type { Row, Workflow } from '../harness/n8n/rest.mts';
import type { Sandbox } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { expectedRows, TABLE_COLUMNS } from '../harness/workflow/rows.mts';

export const READER = 'Get all customers';

/**
 * Runs the example workflow once.
 *
 * @throws unless the node emits every customer, and the table has each once, in the service's order
 */
export async function synchronise(
	sandbox: Sandbox,
	workflow: Workflow,
	tableId: string,
	report: ScriptTools['report'],
): Promise<void> {
	const { service, rest } = sandbox;
	const { GetCustomers: list } = service.lists;
	const start = Date.now();
	const execution = await rest.run(workflow, 'Every day at 6');
	const seconds = ((Date.now() - start) / 1000).toFixed(1);
	assertOutput(execution, READER, list.page(0, list.length));
	const rows = await readTable(sandbox, tableId);
	assert.deepEqual(rows, expectedRows(service), 'The table does not have each customer once');
	report(`${list.length} customers read, ${rows.length} rows in the table (${seconds} s).`);
}

/** The rows of the table, without the columns that n8n adds. */
export async function readTable({ rest, projectId }: Sandbox, tableId: string): Promise<Row[]> {
	const rows = await rest.rows(projectId, tableId);
	return rows.map((row) => Object.fromEntries(TABLE_COLUMNS.map(({ name }) => [name, row[name]])));
}

/** Whether the table has each customer as the service does, and all others are marked inactive. */
export function isInStep(rows: Row[], service: RunningService): boolean {
	const expected = expectedRows(service);
	const codes = new Set(expected.map(({ code }) => code));
	const found = rows.filter(({ code }) => codes.has(code));
	const others = rows.filter(({ code }) => !codes.has(code));
	const isFollowed = isDeepStrictEqual(byCode(found), byCode(expected));
	return isFollowed && others.every(({ active }) => active === false);
}

function byCode(rows: Row[]): Row[] {
	return rows.toSorted((a, b) => String(a.code).localeCompare(String(b.code)));
}
