import { expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf, outputOf } from '../../harness/n8n/execution.mts';
import { expectedRows } from '../../../demo/synchronisation.mts';
import { useService } from '../../engine/support/service.mts';
import { Canvas } from '../pages/canvas.mts';
import { useCredential } from '../support/credential.mts';
import { readExample } from '../../harness/workflow/examples.mts';
import { connectToN8n } from '../support/n8n.mts';
import { usePage } from '../support/page.mts';
import { takePicture } from '../support/picture.mts';

/** Saving takes n8n's table a hundredth of a second a row. */
const service = useService({ sizes: { customers: 620 } });
const n8n = connectToN8n();
useCredential(n8n, service);
const page = usePage();

it('puts every customer into a table that it makes, once, also when it runs again', async () => {
	const workflow = await n8n.createWorkflow(readExample('customers-to-data-table.json'));
	const canvas = await Canvas.open(page(), workflow);
	await canvas.executeTo('Save to CRM');
	await takePicture(page(), 'canvas', () => canvas.area());

	const again = await n8n.run(workflow, 'Run by hand');
	expect(again.status, failureOf(again)).toBe('success');
	const [table] = outputOf(again, 'Make the table');
	const rows = await n8n.rows(await n8n.personalProjectId(), z.string().parse(table?.json.id));
	expect(rows).toMatchObject(expectedRows(service()));
});
