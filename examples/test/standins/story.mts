import assert from 'node:assert/strict';
import { assertSuccess } from '../../../harness/n8n/execution.mts';
import { withNodes, withOptions } from '../../../harness/workflow/examples.mts';
import { customersOf, FIELDS, type ColumnName } from '../../../harness/workflow/rows.mts';
import type { DataRecord } from '../../../service/records.mts';
import { isNumber, type Boxes } from '../../source/crm.mts';
import { changeable, columnsOf, matchedAlsoBy } from '../../source/draw.mts';
import { assertEvents, assertNames } from '../asserts.mts';
import { drawingFor } from '../drawing.mts';
import { easilyLost, filledWith } from '../odd.mts';
import { COMPARING } from '../target.mts';
import { Rows, sorted } from './rows.mts';
import type { Stage } from './server.mts';
import type { StandIn } from './standIn.mts';

/** More than a page of most APIs. */
const CUSTOMERS = 120;

/** What is refused wherever it stands in a value. */
const REFUSED = 'Refused';

/** What codes and phone numbers are in a list. Each list also has one code of the other kind. */
const CODES = {
	text: (customer: DataRecord): DataRecord => customer,
	numbers: (customer: DataRecord): DataRecord => {
		const number = Number(String(customer.Code).replace('C', '4'));
		return { ...customer, Code: number, Phone: number };
	},
};

export type Codes = keyof typeof CODES;

/** A drawing goes through all that happens to it, in one CRM, from the first execution on. */
export async function play(standIn: StandIn, stage: Stage, codes: Codes): Promise<void> {
	const { begin, change, changeAll, customers, messageOf, published, run, service } = stage.scene;
	const another = () => CODES[codes](stage.scene.another());
	const { crm, drawing } = drawingFor(standIn);
	const contacts = stage.contactsOf.get(standIn) ?? assert.fail(standIn.crm);
	const rows = new Rows(crm, standIn, contacts);
	const keyField = FIELDS[crm.matchedBy] ?? '';
	const keyAt = (index: number) => String(customers.at(index)?.[keyField]);

	const removed: DataRecord[] = [];
	const lead = { [rows.field('company')]: 'A lead', ...standIn.ofColleagues };
	let leadId = '';

	/** The CRM has these customers, each once and as they are, and the lead. */
	const assertRows = (all = customersOf(service).filter((one) => !removed.includes(one))) => {
		const active = all.map((customer) => rows.expected(customer, 'active'));
		const marked = removed.map((customer) => rows.expected(customer, 'removed'));
		assert.deepEqual(sorted(rows.foundBeside(leadId)), sorted([...active, ...marked]));
		assert.deepEqual(contacts.records.get(leadId), lead, 'A row of somebody else was changed');
	};
	/** Executes the drawing by hand, which does this and nothing else. */
	const assertDone = async (events: string[], draft = drawing) => {
		stage.asked.length = 0;
		contacts.writes = [];
		assertEvents(await run(draft), events, keyField);
		const refused = stage.asked.find(({ status }) => status >= 400);
		assert.deepEqual(refused, undefined, 'The API refused something');
		for (const write of contacts.writes) rows.assertDrawn(write);
		const written = new Set(contacts.writes.map(({ id }) => id));
		assert.equal(written.size, events.length, 'Rows were written that did not differ');
		assertRows();
	};
	const assertNothing = async () => await assertDone([]);
	const assertRefused = async (message: string, draft = drawing) => {
		assertNames(await messageOf(draft), message);
		assert.deepEqual(contacts.writes, []);
	};

	begin(CUSTOMERS);
	changeAll(CODES[codes]);
	for (const [index, fields] of oddOnes(crm, standIn).entries()) change(index, fields);
	contacts.clear();
	await told('empty', async () => await assertRefused(' records are not in the input'));

	leadId = contacts.put(lead);
	await told('with a lead', async () => await assertRefused('No contact has a value'));

	const filling = withOptions(drawing, COMPARING, { maxCreated: 100 });
	const isByHand = (index: number) => standIn.leavesOut === true && index === 50;
	await told('with one row by hand that shows each column', async () => {
		if (!standIn.leavesOut) return;
		await assertRefused('No contact has the field', filling);
		contacts.put(rows.byHand(customers.at(50) ?? {}));
	});
	await told('filled', async () => {
		const created = [...Array(CUSTOMERS).keys()].filter((index) => !isByHand(index));
		await assertDone(
			created.map((index) => `created ${keyAt(index)}`),
			filling,
		);
	});
	await told('again', assertNothing);

	await told('changed, cleared, removed and new', async () => {
		const touched = rows.of(keyAt(10));
		Object.assign(touched, standIn.ofColleagues);
		const compared = changeable(crm).map(([column]) => FIELDS[column] ?? '');
		const updated = changes(crm, standIn).flatMap((fields, place) => {
			const index = 10 + place;
			change(index, fields);
			return compared.some((name) => name in fields) ? [`updated ${keyAt(index)}`] : [];
		});
		const gone = `removed ${keyAt(20)}`;
		removed.push(customers.at(20) ?? {});
		customers.remove(20);
		customers.insert(another());
		await assertDone([`created ${keyAt(CUSTOMERS - 1)}`, ...updated, gone]);
		assert.deepEqual({ ...rows.of(keyAt(10)), ...standIn.ofColleagues }, rows.of(keyAt(10)));
	});
	await told('again after changes', assertNothing);

	await told('back', async () => {
		customers.insert(removed.pop() ?? {}, 20);
		await assertDone([`updated ${keyAt(20)}`]);
	});
	await told('again after it is back', assertNothing);

	await told('two without a code', async () => {
		const by = matchedAlsoBy(crm);
		if (by.length === 0) return;
		const [byFirst, byLast] = [rows.of(keyAt(40)), rows.of(keyAt(41))];
		for (const row of [byFirst, byLast]) delete row[rows.field('code')];
		for (const column of by.slice(0, -1)) delete byLast[rows.field(column)];
		await assertDone([40, 41].map((index) => `updated ${keyAt(index)}`));
	});
	await told('again with their codes', assertNothing);

	await told('without a code, and left out', async () => {
		if (matchedAlsoBy(crm).length === 0) return;
		delete rows.of(keyAt(42))[rows.field('code')];
		removed.push(customers.at(42) ?? {});
		const conditions = [{ field: 'Code', condition: 'isNot', value: keyAt(42) }];
		const leavingOut = withNodes(drawing, {
			[COMPARING]: { parameters: { onlyRecords: { conditions } } },
		});
		await assertDone([`removed ${keyAt(42)}`], leavingOut);
		await assertDone([], leavingOut);
		removed.pop();
		await assertDone([`updated ${keyAt(42)}`]);
	});
	await told('again after all are in', assertNothing);

	const [newOne, ...oldOnes] = [CUSTOMERS + 1, 30, 31];
	const refused = [newOne, ...oldOnes];
	await told('three refused', async () => {
		const before = oldOnes.map((index) => customers.at(index) ?? {});
		change(32, { Name: 'Not at all' });
		for (const _ of ['one', 'another']) customers.insert(another());
		const others = customersOf(service).filter((_, index) => !refused.includes(index));
		for (const index of refused) change(index, { Name: `${REFUSED} ${index}` });
		contacts.isRefused = (values) => JSON.stringify(values).includes(REFUSED);
		const assertSaved = () => standIn.isAllOrNone || assertRows([...before, ...others]);
		const runAgain = await published(drawing);
		assertSuccess(await runAgain());
		assertSaved();
		const { message = '' } = (await runAgain()).error ?? {};
		const named = refused.map((index) => `"${keyAt(index)}"`);
		assertNames(message, ...named, 'output as updated before', 'output as created before');
		assertSaved();
	});
	await told('taken by hand', async () => {
		contacts.isRefused = () => false;
		const updated = oldOnes.map((index) => `updated ${keyAt(index)}`);
		if (standIn.isAllOrNone) assertSuccess(await run(drawing));
		else await assertDone([`created ${keyAt(newOne)}`, ...updated]);
		assertRows();
	});
	await told('again at the end', assertNothing);
}

/** @throws what the step throws, with its name before it */
async function told<T>(name: string, step: () => Promise<T>): Promise<T> {
	try {
		return await step();
	} catch (error) {
		if (error instanceof Error) error.message = `${name}: ${error.message}`;
		throw error;
	}
}

/** As {@link easilyLost}, where the CRM takes that. */
function oddOnes(crm: Boxes, { checksEmails }: StandIn): DataRecord[] {
	const { matchedBy, createdOnly = [] } = crm;
	const needsEmail = matchedBy === 'email' || createdOnly.includes('email');
	const columns = columnsOf(crm).filter(([column]) => column !== matchedBy);
	return easilyLost(textsIn(columns, !needsEmail && !checksEmails), !needsEmail);
}

/** What happens to customers in one night, one after the other. */
function changes(crm: Boxes, { checksEmails }: StandIn): DataRecord[] {
	const texts = textsIn(changeable(crm), !checksEmails);
	return [
		{ Name: `O'Neill & Söhne "neu"`, City: 'Genève' },
		{ City: '' },
		{ CreditLimit: null, Phone: null },
		filledWith(0, texts),
		filledWith(false, texts),
	];
}

/** The fields of text that go into columns. */
function textsIn(columns: Array<[ColumnName, string]>, withEmail: boolean): string[] {
	const texts = columns.filter(([column]) => {
		return !isNumber(column) && (withEmail || column !== 'email');
	});
	return texts.map(([column]) => FIELDS[column] ?? '');
}
