import { readExample, type Example } from '../test/harness/workflow/examples.mts';

/** The nodes of the copying workflow that the demo and the tests check. */
export const MANUAL_TRIGGER = 'Run by hand';
export const TABLE_MAKER = 'Make the table';
export const READER = 'Get all customers';
export const WRITER = 'Save to CRM';

/** Copies every customer to a table that stands in for the CRM. */
export function copyingWorkflow(): Example {
	return readExample('customers-to-data-table.json');
}
