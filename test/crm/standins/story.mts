import assert from 'node:assert/strict';
import type { Boxes } from '../../../harness/crm/crm.mts';
import { changeable, columnsOf } from '../../../harness/crm/draw.mts';
import { assertSuccess } from '../../../harness/n8n/execution.mts';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Check } from '../../../harness/script/checks.mts';
import { withOptions, type Example } from '../../../harness/workflow/examples.mts';
import { customersOf, FIELDS } from '../../../harness/workflow/rows.mts';
import type { DataRecord } from '../../../service/records.mts';
import { assertEvents } from '../inStep.mts';
import { assertNames } from '../scene.mts';
import { COMPARING } from '../target.mts';
import type { Contacts } from './contacts.mts';
import { drawingFor } from './drawing.mts';
import type { startStandIns } from './server.mts';
import type { StandIn } from './standIn.mts';

type Stage = Awaited<ReturnType<typeof startStandIns>>;

/** More than a page of most APIs. */
const CUSTOMERS = 120;

/** What is refused wherever it stands in a value. */
const REFUSED = 'Refused';

/** A drawing goes through all that happens to it, in one CRM, from the first execution on. */
export function story(standIn: StandIn, isQuick: boolean, start: () => Promise<Stage>): Check {
	const { crm } = standIn;
	const what = 'gets in step and stays so, writes its own boxes alone, and names what is refused';
	const prove = async () => await play(standIn, await start());
	return { name: `Keep ${crm} in step, as documented: ${what}`, isQuick, prove };
}

async function play(standIn: StandIn, { scene, asked, contactsOf }: Stage): Promise<string> {
	const contacts = contactsOf.get(standIn) ?? assert.fail(standIn.crm);
	const { another, begin, change, customers, messageOf, published, run, service } = scene;
	const { crm, drawing: shipped } = drawingFor(standIn.crm);
	const keyField = FIELDS[crm.matchedBy] ?? '';
	const keyOf = (customer: DataRecord | undefined) => String(customer?.[keyField]);
	const drawing = (standIn.choose ?? asShipped)(shipped);
	const filling = withOptions(drawing, COMPARING, { maxCreated: 100 });

	begin(CUSTOMERS);
	for (const [index, fields] of oddOnes(crm).entries()) change(index, fields);
	contacts.clear();
	const refusedAs = async (message: string) => {
		assertNames(await messageOf(drawing), message);
		assert.deepEqual(contacts.writes, []);
	};
	await told('empty', async () => await refusedAs(' records are not in the input'));
	const lead = { [fieldOf(standIn, 'company')]: 'A lead', ...standIn.ofColleagues };
	const leadId = contacts.put(lead);
	await told('with a lead', async () => await refusedAs('No input item has a value'));
	const removed: DataRecord[] = [];

	/** The records but the lead are these customers, each once and as they are. */
	const assertRows = (all = customersOf(service)) => {
		const expected = [
			...all.map((customer) => asRow(crm, standIn, customer, 'active')),
			...removed.map((customer) => asRow(crm, standIn, customer, 'removed')),
		];
		const { [leadId]: kept, ...others } = Object.fromEntries(contacts.records);
		const found = Object.values(others).map((values) => shown(crm, standIn, values));
		assert.deepEqual(sorted(found), sorted(expected));
		assert.deepEqual(kept, lead, 'Something was written into a row of somebody else');
	};

	/** Runs the drawing by hand. Returns what was asked of the CRM. */
	const step = async (events: string[], draft = drawing) => {
		asked.length = 0;
		contacts.writes = [];
		assertEvents(await run(draft), events, keyField);
		const refused = asked.find(({ status }) => status >= 400);
		assert.deepEqual(refused, undefined, 'The API refused something');
		assertOwnBoxes(crm, standIn, contacts);
		const written = new Set(contacts.writes.map(({ id }) => id));
		assert.equal(written.size, events.length, 'Rows were written that did not differ');
		assertRows();
		return asked.splice(0);
	};
	const nothing = async () => {
		const requests = await step([]);
		assert.deepEqual(contacts.writes, []);
		return requests.length;
	};

	await told('filled', async () => {
		await step(
			customersOf(service).map((customer) => `created ${keyOf(customer)}`),
			filling,
		);
	});
	await told('again', nothing);
	await told('changed, cleared, removed and new', async () => {
		const touched = rowOf(contacts, crm, standIn, keyOf(customers.at(10)));
		Object.assign(touched, standIn.ofColleagues);
		const changes: Record<number, DataRecord> = {
			10: { Name: `O'Neill & Söhne "neu"`, City: 'Genève' },
			11: { City: '' },
			12: { CreditLimit: null, Phone: null },
		};
		const updated = Object.entries(changes).flatMap(([index, fields]) => {
			change(Number(index), fields);
			const isDrawn = changeable(crm).some(([column]) => (FIELDS[column] ?? '') in fields);
			return isDrawn ? [`updated ${keyOf(customers.at(Number(index)))}`] : [];
		});
		removed.push(customers.at(20) ?? {});
		customers.remove(20);
		customers.insert(another());
		const events = [
			`created ${keyOf(customers.at(CUSTOMERS - 1))}`,
			...updated,
			`removed ${keyOf(removed[0])}`,
		];
		await step(events);
		const now = rowOf(contacts, crm, standIn, keyOf(customers.at(10)));
		for (const [name, value] of Object.entries(standIn.ofColleagues)) {
			assert.deepEqual(now[name], value, `${name} of colleagues was changed`);
		}
	});
	const reads = await told('again after changes', nothing);
	const requests = await told('back', async () => {
		customers.insert(removed.pop() ?? {}, 20);
		const all = await step([`updated ${keyOf(customers.at(20))}`]);
		return all.slice(reads);
	});
	await told('again after it is back', nothing);

	const before = customersOf(service).map((customer) => ({ ...customer }));
	const refusedOnes = [30, 31, CUSTOMERS + 1];
	const taken = [keyOf(customers.at(30)), keyOf(customers.at(31))];
	await told('three refused', async () => {
		change(32, { Name: 'Not at all' });
		customers.insert(another());
		customers.insert(another());
		for (const index of refusedOnes) change(index, { Name: `${REFUSED} ${index}` });
		taken.push(keyOf(customers.at(CUSTOMERS + 1)));
		contacts.isRefused = (values) => JSON.stringify(values).includes(REFUSED);
		const saved = customersOf(service).flatMap((customer, index) => {
			if (!refusedOnes.includes(index)) return [customer];
			return before[index] ? [before[index]] : [];
		});
		await published(drawing, async (runAgain) => {
			assertSuccess(await runAgain());
			if (!standIn.isAllOrNone) assertRows(saved);
			const { message = '' } = (await runAgain()).error ?? {};
			const named = taken.map((key) => `"${key}"`);
			assertNames(message, ...named, 'output as updated before', 'output as created before');
			if (!standIn.isAllOrNone) assertRows(saved);
		});
	});
	await told('taken by hand', async () => {
		contacts.isRefused = () => false;
		const [one, other, created] = taken;
		if (standIn.isAllOrNone) assertSuccess(await run(drawing));
		else await step([`created ${created}`, `updated ${one}`, `updated ${other}`]);
		assertRows();
	});
	await told('again at the end', nothing);
	return requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`).join(', ');
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

function asShipped(drawing: Example): Example {
	return drawing;
}

/** Values that get lost on the way, in the first customers. */
function oddOnes({ matchedBy, createdOnly = [], takesOnlyText }: Boxes): DataRecord[] {
	const needsEmail = matchedBy === 'email' || createdOnly.includes('email');
	return [
		{ Code: '000042' },
		{ CreditLimit: null, ...(!needsEmail && { Email: '' }) },
		{ Name: `O'Neill "& Söhne" {{ 1 + 1 }} \\`, City: '<b>Köln</b>' },
		{ Code: takesOnlyText ? '1000' : 1000 },
	];
}

/** Nothing but the boxes of the drawing was sent: an update fills them all, or only those that mark a removed one. */
function assertOwnBoxes(crm: Boxes, standIn: StandIn, { writes }: Contacts): void {
	const namesOf = (columns: Array<[string, string]>) =>
		columns.map(([column]) => fieldOf(standIn, column));
	const marks = Object.keys(standIn.marks.active);
	const creating = [...namesOf(columnsOf(crm)), ...marks];
	const updating = [...namesOf(changeable(crm)), ...marks].toSorted();
	for (const { isNew, values } of writes) {
		const sent = Object.keys(values).toSorted();
		const more = sent.filter((name) => !creating.includes(name));
		if (isNew || standIn.rewritesAll) assert.deepEqual(more, [], 'More was sent than was drawn');
		else if (sent.length === marks.length) assert.deepEqual(sent, marks.toSorted());
		else assert.deepEqual(sent, updating, 'An update sent other boxes than were drawn');
	}
}

function fieldOf({ fields }: StandIn, column: string): string {
	const name = Object.entries(fields).find(([one]) => one === column)?.[1];
	assert.ok(name, `No field for ${column}`);
	return name;
}

/** A customer as the CRM should show it. */
function asRow(
	crm: Boxes,
	{ marks }: StandIn,
	customer: DataRecord,
	mark: 'active' | 'removed',
): Row {
	const values = columnsOf(crm).map(([column]) => [column, text(customer[FIELDS[column] ?? ''])]);
	return { ...Object.fromEntries(values), marked: marks[mark] };
}

/** What the CRM holds, in the same form. */
function shown(crm: Boxes, standIn: StandIn, record: Row): Row {
	const values = columnsOf(crm).map(([column]) => {
		return [column, text(record[fieldOf(standIn, column)])];
	});
	const names = Object.keys(standIn.marks.active);
	const marked = Object.fromEntries(names.map((name) => [name, record[name]]));
	return { ...Object.fromEntries(values), marked };
}

function rowOf(contacts: Contacts, crm: Boxes, standIn: StandIn, key: string): Row {
	const name = fieldOf(standIn, crm.matchedBy);
	return (
		[...contacts.records.values()].find((row) => text(row[name]) === key) ??
		assert.fail(`No ${key}`)
	);
}

function sorted(rows: Row[]): Row[] {
	const keys = new Map(rows.map((row) => [row, JSON.stringify(row)]));
	return rows.toSorted((one, other) => (keys.get(one) ?? '').localeCompare(keys.get(other) ?? ''));
}

function text(value: unknown): string {
	return value === null || value === undefined ? '' : String(value);
}
