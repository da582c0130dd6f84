import { failureOf, outputOf } from '../test/harness/n8n/execution.mts';
import { Failure } from '../test/harness/script/failure.mts';
import type { Row, Workflow } from '../test/harness/n8n/rest.mts';
import type { Stage } from '../test/harness/sandbox.mts';
import { CUSTOMER_NODE, MANUAL_TRIGGER } from './workflow.mts';
import { MAPPING } from './workflowParts.mts';

const PAGE_SIZE = 50;

export interface Figures {
	/** At the output of the node, in n8n's execution data. */
	customers: number;
	/** In the request log of the service. */
	pages: number;
	/** In the table that stands in for the CRM. */
	rows: number;
	/** Rows that hold exactly what the service has for the customer at that place. */
	rightRows: number;
	seconds: number;
}

/** Runs the example workflow once and counts, at every station, what came of it. */
export async function synchronise(
	{ service, rest, projectId }: Stage,
	workflow: Workflow,
	tableId: string,
): Promise<Figures> {
	const requestsBefore = service.requests.length;
	const start = Date.now();
	const execution = await rest.run(workflow, MANUAL_TRIGGER);
	const seconds = (Date.now() - start) / 1000;
	if (execution.status !== 'success') throw new Failure(failureOf(execution));

	const rows = await rest.rows(projectId, tableId);
	const expected = expectedRows(service);
	return {
		customers: outputOf(execution, CUSTOMER_NODE).length,
		pages: countPages(service, requestsBefore),
		rows: rows.length,
		rightRows: rows.filter((row, index) => isRight(row, expected[index])).length,
		seconds,
	};
}

/** In sentences, which figures are off; none when all is well. */
export function deviations(figures: Figures, { lists }: Stage['service']): string[] {
	const customers = lists.GetCustomers.length;
	const pages = Math.ceil(customers / PAGE_SIZE);
	const figuresToBe: [string, number, number][] = [
		["customers at the node's output", figures.customers, customers],
		['pages read from the service', figures.pages, pages],
		['rows in the table', figures.rows, customers],
		["rows with the customer's own data, in order", figures.rightRows, customers],
	];
	return figuresToBe
		.filter(([, found, expected]) => found !== expected)
		.map(([what, found, expected]) => `Expected ${expected} ${what}, found ${found}.`);
}

/** A page that was asked for twice, or from beyond the end, does not count. */
function countPages({ requests, lists }: Stage['service'], from: number): number {
	const offsets = requests
		.slice(from)
		.filter(({ operation, status }) => operation === 'GetCustomers' && status === 200)
		.map(({ offset = Infinity }) => offset)
		.filter((offset) => offset < lists.GetCustomers.length);
	return new Set(offsets).size;
}

/** What the table should hold for every customer of the service, in its order. */
export function expectedRows({ lists }: Stage['service']): Row[] {
	return lists.GetCustomers.page(0, lists.GetCustomers.length).map((customer) =>
		Object.fromEntries(MAPPING.map(({ field, column }) => [column, customer[field]])),
	);
}

/** Whether a row of the table holds what it should. */
export function isRight(row: Row | undefined, expected: Row | undefined): boolean {
	return MAPPING.every(
		({ column }) => row !== undefined && expected !== undefined && row[column] === expected[column],
	);
}
