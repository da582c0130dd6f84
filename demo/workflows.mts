import { readExample, withNodes, type Example } from '../test/harness/workflow/examples.mts';
import { OFTEN } from '../test/harness/workflow/polling.mts';

/** The nodes of the copying workflow that the demo and the tests check. */
export const MANUAL_TRIGGER = 'Run by hand';
export const TABLE_MAKER = 'Make the table';
export const READER = 'Get all customers';
export const WRITER = 'Save to CRM';

/** Copies every customer to a table that stands in for the CRM. */
export function copyingWorkflow(): Example {
	return readExample('customers-to-data-table.json');
}

/** Keeps that table in step with the service, polling every minute or every 5 seconds. */
export function followingWorkflow(often: boolean): Example {
	const pollTimes = often ? OFTEN : { item: [{ mode: 'everyMinute' }] };
	const example = readExample('keep-the-crm-in-step.json');
	return withNodes(example, { 'When customers change': { parameters: { pollTimes } } });
}
