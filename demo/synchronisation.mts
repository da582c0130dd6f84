import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { RunningService } from '../service/server.mts';
import { assertSuccess, outputOf } from '../test/harness/n8n/execution.mts';
import type { Column, Row, Workflow } from '../test/harness/n8n/rest.mts';
import type { Sandbox } from '../test/harness/sandbox.mts';
import { Failure } from '../test/harness/script/failure.mts';
import { MANUAL_TRIGGER, READER, TABLE_MAKER } from './workflows.mts';

/** Maps customer fields to columns of the table that stands in for the CRM. */
const MAPPING = [
	{ field: 'Code', column: 'code', type: 'string' },
	{ field: 'Name', column: 'company', type: 'string' },
	{ field: 'ContactName', column: 'contact', type: 'string' },
	{ field: 'Email', column: 'email', type: 'string' },
	{ field: 'Phone', column: 'phone', type: 'string' },
	{ field: 'City', column: 'city', type: 'string' },
	{ field: 'CreditLimit', column: 'creditLimit', type: 'number' },
	{ field: 'Active', column: 'active', type: 'boolean' },
] as const;

export const TABLE_COLUMNS: Column[] = MAPPING.map(({ column: name, type }) => ({ name, type }));

const PAGE_SIZE = 50;

const tableSchema = z.object({ id: z.string() });

/** The figures of a run, all of them checked. */
export interface Figures {
	/** The ID of the table that stands in for the CRM. */
	tableId: string;
	customers: number;
	pages: number;
	rows: number;
	seconds: number;
}

/**
 * Runs the example workflow once and checks the counts at every stage.
 *
 * @throws Failure that names each figure that is wrong
 */
export async function synchronise(sandbox: Sandbox, workflow: Workflow): Promise<Figures> {
	const { service, rest } = sandbox;
	const requestsBefore = service.requests.length;
	const start = Date.now();
	const execution = await rest.run(workflow, MANUAL_TRIGGER);
	const seconds = (Date.now() - start) / 1000;
	assertSuccess(execution);

	const tableId = tableSchema.parse(outputOf(execution, TABLE_MAKER)[0]).id;
	const rows = await readTable(sandbox, tableId);
	const expected = expectedRows(service);
	const customers = outputOf(execution, READER).length;
	const pages = countPages(service, requestsBefore);
	const figures: Array<[what: string, found: number, expected: number]> = [
		["customers in the node's output", customers, expected.length],
		['pages read from the service', pages, pagesFor(expected.length)],
		['rows in the table', rows.length, expected.length],
		[
			'rows that match their customer, in order',
			rows.filter((row, index) => isDeepStrictEqual(row, expected[index])).length,
			expected.length,
		],
	];
	const wrong = figures.filter(([, found, right]) => found !== right);
	if (wrong.length === 0) return { tableId, customers, pages, rows: rows.length, seconds };
	throw new Failure(
		wrong.map(([what, found, right]) => `Expected ${right} ${what}, found ${found}.`).join('\n'),
	);
}

/** The rows of the table, without the columns that n8n adds. */
export async function readTable({ rest, projectId }: Sandbox, tableId: string): Promise<Row[]> {
	const rows = await rest.rows(projectId, tableId);
	return rows.map((row) => Object.fromEntries(MAPPING.map(({ column }) => [column, row[column]])));
}

/** Counts a page once even if it was requested again, and no pages past the end. */
function countPages({ requests, lists }: RunningService, from: number): number {
	const offsets = requests
		.slice(from)
		.filter(({ operation, status }) => operation === 'GetCustomers' && status === 200)
		.map(({ offset = Infinity }) => offset)
		.filter((offset) => offset < lists.GetCustomers.length);
	return new Set(offsets).size;
}

/** From the third page on, each begins with the last record of the page before it. */
function pagesFor(records: number): number {
	const apart = Math.min(records, 2 * PAGE_SIZE);
	return Math.ceil(apart / PAGE_SIZE) + Math.ceil((records - apart) / (PAGE_SIZE - 1));
}

/** The rows that the table should contain, in the order of the service's customers. */
export function expectedRows({ lists }: RunningService): Row[] {
	return lists.GetCustomers.page(0, lists.GetCustomers.length).map((customer) =>
		Object.fromEntries(MAPPING.map(({ field, column }) => [column, customer[field]])),
	);
}
