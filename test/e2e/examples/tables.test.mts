import { expect, it } from 'vitest';
import { z } from 'zod';
import { expectedRows } from '../../../demo/synchronisation.mts';
import { assertOutput, assertSuccess, outputOf } from '../../harness/n8n/execution.mts';
import { readExample } from '../../harness/workflow/examples.mts';
import { append } from '../../harness/workflow/workflow.mts';
import { Canvas } from '../pages/canvas.mts';
import { useEditor } from '../support/editor.mts';
import { takePicture } from '../support/picture.mts';

/** Saving takes n8n's table a hundredth of a second a row. */
const { n8n, page, service } = useEditor({ sizes: { customers: 620 } });

/** n8n's own reader of such files. */
const READER = {
	name: 'Read it back',
	type: 'n8n-nodes-base.extractFromFile',
	typeVersion: 1.1,
	parameters: { operation: 'xlsx' },
};

it('puts every customer into a table that it makes, once, also when it runs again', async () => {
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

it('makes a file with a line for each customer group', async () => {
	const example = readExample('customer-groups-to-spreadsheet.json');
	const draft = append(example, 'Make a spreadsheet', READER);
	const execution = await n8n.run(await n8n.createWorkflow(draft), 'Run by hand');
	const groups = service().lists.GetCustomerGroups;
	assertOutput(execution, READER.name, groups.page(0, groups.length));
});
