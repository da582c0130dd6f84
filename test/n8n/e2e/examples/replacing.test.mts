import { expect } from '@playwright/test';
import { z } from 'zod';
import { exampleSchema, readExample } from '../../../../harness/workflow/examples.mts';
import { test } from '../fixtures.mts';

const savedSchema = z.object({ data: exampleSchema });

test('puts the node of a CRM in the place of Save to CRM, as docs/crm.md says', async ({
	page,
	canvas,
	open,
	panel,
}) => {
	const example = readExample('changes-to-crm.json');
	await open(example);
	await canvas.node('Save to CRM').click({ button: 'right' });
	await page.getByTestId('context-menu').getByText('Replace', { exact: true }).click();
	await panel.search('airtable');
	await panel.entry('Airtable').click();
	const saving = page.waitForResponse(
		(response) => response.request().method() === 'PATCH' && response.ok(),
	);
	await panel.entry('Create or update a record').click();
	const { data } = savedSchema.parse(await (await saving).json());
	const name = 'Create or update a record';
	const text = JSON.stringify(example.connections).replaceAll('Save to CRM', name);
	expect(data.connections).toEqual(JSON.parse(text));
});
