import assert from 'node:assert/strict';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import { isElsewhere } from '../../harness/sandbox.mts';
import { withOptions } from '../../harness/workflow/examples.mts';
import { assertEvents } from './asserts.mts';
import { test } from './crm.mts';
import { drawingFor } from './drawing.mts';
import { googleSheets } from './standins/googleSheets.mts';
import { COMPARING } from './target.mts';

/** More than a new sheet has rows. */
const CUSTOMERS = 1_240;

// What the story of all drawings does not show: sheets are large, and people move their rows.
test.skipIf(isElsewhere)(
	'Keep Google Sheets in step takes five requests however many rows, and finds them wherever people move them',
	async ({ standIns: { scene, asked, contactsOf } }) => {
		const contacts = contactsOf.get(googleSheets) ?? assert.fail('No sheet');
		const { another, begin, change, codeOf, customers, run } = scene;
		const { drawing } = drawingFor(googleSheets);
		begin(CUSTOMERS);
		change(7, { Name: '=1+1', Phone: '0049', City: 'two\r\nlines' });
		contacts.clear();
		asked.length = 0;
		assertSuccess(await run(withOptions(drawing, COMPARING, { maxCreated: 100 })));
		assert.equal(asked.length, 5);
		const rows = contacts.all();
		assert.equal(rows.length, CUSTOMERS);
		const { company, phone, city } = rows[7]?.values ?? {};
		assert.deepEqual([company, phone, city], ['=1+1', '0049', 'two\r\nlines']);

		contacts.records.clear();
		contacts.put({});
		for (const { id, values } of rows.toReversed()) contacts.records.set(id, values);
		contacts.put({ notes: 'A remark' });
		contacts.writes = [];
		change(7, { City: 'Ulm', Phone: '' });
		customers.insert(another());
		const removed = codeOf(20);
		customers.remove(20);
		const events = [
			`created ${codeOf(CUSTOMERS - 1)}`,
			`updated ${codeOf(7)}`,
			`removed ${removed}`,
		];
		assertEvents(await run(drawing), events);
		const written = contacts.writes.map(({ id, isNew }) => {
			return [isNew, contacts.records.get(id)?.code];
		});
		assert.deepEqual(written, [
			[false, codeOf(7)],
			[true, codeOf(CUSTOMERS - 1)],
			[false, removed],
		]);
		assertEvents(await run(drawing), []);
	},
);
