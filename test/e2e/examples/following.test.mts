import { expect } from '@playwright/test';
import { expectedRows } from '../../../demo/synchronisation.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { OFTEN, publish } from '../../harness/workflow/polling.mts';
import { test } from '../fixtures.mts';
import { readCrmTable } from './crmTable.mts';

const POLLS = { timeout: 90_000, intervals: [500] };

test.use({ sizes: { customers: 150 } });

test('fills an empty table and follows, whatever changes meanwhile', async ({ n8n, service }) => {
	const list = service.lists.GetCustomers;
	const options = { emitExisting: true, maxEvents: 60 };
	const example = withNodes(readExample('keep-the-crm-in-step.json'), {
		'When customers change': { parameters: { pollTimes: OFTEN, options } },
	});
	await publish(n8n, example);
	const rows = async () => await readCrmTable(n8n);
	await expect.poll(async () => (await rows()).length, POLLS).toBeGreaterThan(0);

	// One that is in the table, and two that are not there yet.
	expect((await rows()).length).toBeLessThan(150);
	list.upsert(3, { ...list.at(3), Name: 'Renamed early' });
	list.upsert(140, { ...list.at(140), Name: 'Renamed meanwhile' });
	list.remove(145);
	list.insert({ ...list.makeAnother(), Code: 'NEW' });
	await expect.poll(rows, POLLS).toEqual(expectedRows(service));
});
