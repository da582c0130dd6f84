import { expect, it } from 'vitest';
import { z } from 'zod';
import { expectedRows } from '../../../demo/synchronisation.mts';
import { assertOutput, assertSuccess, outputOf } from '../../harness/n8n/execution.mts';
import { readExample } from '../../harness/workflow/examples.mts';
import { append } from '../../harness/workflow/workflow.mts';
import { Canvas } from '../pages/canvas.mts';
import { useEditor } from '../support/editor.mts';
import { takePicture } from '../support/picture.mts';

/** Kept small because a Data Table takes about 10 ms to save each row. */
const { n8n, page, service } = useEditor({ sizes: { customers: 620 } });

const READER = {
	name: 'Read it back',
	type: 'n8n-nodes-base.extractFromFile',
	typeVersion: 1.1,
	parameters: { operation: 'xlsx' },
};

it('creates a table with one row for each customer, even when run twice', async () => {
	const workflow = await n8n.createWorkflow(readExample('customers-to-data-table.json'));
	const canvas = await Canvas.open(page(), workflow);
	await canvas.executeTo('Save to CRM');
	await takePicture(page(), 'canvas', () => canvas.area());

	const again = await n8n.run(workflow, 'Run by hand');
	assertSuccess(again);
	const [table] = outputOf(again, 'Make the table');
	const rows = await n8n.rows(await n8n.personalProjectId(), z.string().parse(table?.id));
	expect(rows).toMatchObject(expectedRows(service()));
});

it('creates a spreadsheet with a row for each customer group', async () => {
	const example = readExample('customer-groups-to-spreadsheet.json');
	const draft = append(example, 'Make a spreadsheet', READER);
	const execution = await n8n.run(await n8n.createWorkflow(draft), 'Run by hand');
	const groups = service().lists.GetCustomerGroups;
	assertOutput(execution, READER.name, groups.page(0, groups.length));
});
