import assert from 'node:assert/strict';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { DataRecord } from '../../../service/records.mts';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Check } from '../../../harness/script/checks.mts';
import { readExample, withNodes, type Example } from '../../../harness/workflow/examples.mts';
import { assertEvents } from '../reconciling.mts';
import type { Scene } from '../scene.mts';

/** A CRM that somebody might have, with a table of contacts. */
export interface RealCrm {
	/** Its nodes for *Keep any CRM in step*. */
	nodes: Record<Yours, Partial<INode>>;
	/** What holds the fields of a contact that was read, as the editor writes it. */
	at: string;
	clear: () => Promise<void>;
	/** Whole contacts, oldest first, as the CRM's own API returns them. */
	contacts: () => Promise<Row[]>;
	add: (fields: Row) => Promise<void>;
	edit: (contact: Row, fields: Row) => Promise<void>;
	/** The customer with a value that the CRM refuses. */
	refused: (customer: DataRecord) => DataRecord;
}

type Yours = 'Read the CRM' | 'Create in CRM' | 'Update in CRM' | 'Mark inactive';

/** The CRM's fields, and the customer's. No name is that of an example. */
const FIELDS = {
	customer_no: 'Code',
	firm: 'Name',
	person: 'ContactName',
	mail: 'Email',
	telephone: 'Phone',
	town: 'City',
	credit: 'CreditLimit',
};
const OWN = { is_active: true, company_id: '1', own_notes: null };

/** The CRM's fields, and what they get in a node that saves. */
export const IN_RECORD: Record<string, string> = Object.fromEntries(
	Object.entries(FIELDS).map(([name, field]) => [name, `$json.${field}`]),
);

const EXAMPLE = readExample('keep-any-crm-in-step.json');
const comparing = EXAMPLE.nodes.find(({ name }) => name === 'What differs?');
const options = z.object({}).passthrough().parse(comparing?.parameters.options);

function exampleFor({ nodes, at }: RealCrm, maxCreated = 20): Example {
	const pairs = Object.entries(FIELDS).map(([name, field]) => {
		return { field, value: `={{ ${at}.${name} }}` };
	});
	const parameters = {
		inputKey: `={{ ${at}.customer_no }}`,
		compareFields: { pairs: pairs.filter(({ field }) => field !== 'Code') },
		options: { ...options, isRemoved: `={{ ${at}.is_active === false }}`, maxCreated },
	};
	return withNodes(EXAMPLE, { ...nodes, 'What differs?': { parameters } });
}

/** What was there before, and has to stay as it is. */
const KEPT: Row[] = [
	{ company_id: '2', customer_no: 'B000001', firm: 'Of another company', is_active: true },
	{ company_id: '2', customer_no: 'B000002', firm: 'Another', credit: 12.5, is_active: false },
	{ company_id: '1', firm: 'A lead', own_notes: 'Has no code yet', is_active: true },
];

/** Values that get lost on the way, in the first customers. */
const ODD: DataRecord[] = [
	{ Code: '000042' },
	{ Email: '', CreditLimit: null },
	{ Name: `O'Neill "& Söhne" {{ 1 + 1 }} \\`, City: '<b>Köln</b>' },
];

/** The CRM gets in step and stays so, and nobody is lost unnamed or changed who is none of ours. */
export function inRealCrm(
	{ another, begin, change, customers, run }: Scene,
	name: string,
	start: () => Promise<RealCrm>,
): Check[] {
	let started: Promise<RealCrm> | undefined;
	const expected = () => byCode(customers.page(0, customers.length).map(contactOf));
	const fieldsIn = (contacts: Row[]) => byCode(contacts.slice(KEPT.length).map(withoutTimes));

	const fill = async (crm: RealCrm) => {
		for (const fields of expected()) await crm.add(fields);
	};

	/** Runs the example; the contacts are as they should be, and a second run changes none. */
	const assertInStep = async (crm: RealCrm, events: string[], contacts = expected()) => {
		assertEvents(await run(exampleFor(crm, 100)), events);
		const after = await crm.contacts();
		assert.deepEqual(fieldsIn(after), contacts);
		assertEvents(await run(exampleFor(crm)), []);
		assert.deepEqual(await crm.contacts(), after);
	};

	const check = (what: string, prove: (crm: RealCrm) => Promise<void>, isQuick = false): Check => ({
		name: `${name}: ${what}`,
		isQuick,
		async prove() {
			const crm = await (started ??= start());
			begin(60);
			for (const [index, fields] of ODD.entries()) change(index, fields);
			await crm.clear();
			for (const fields of KEPT) await crm.add(fields);
			const kept = await crm.contacts();
			await prove(crm);
			assert.deepEqual((await crm.contacts()).slice(0, KEPT.length), kept);
		},
	});

	return [
		check('is filled with each customer once and as it is, and then left alone', async (crm) => {
			const codes = customers.page(0, 60).map(({ Code }) => `created ${String(Code)}`);
			await assertInStep(crm, codes);
		}),
		check(
			'gets back what was changed by hand, and keeps its own field',
			async (crm) => {
				await fill(crm);
				const [one = {}, two = {}] = (await crm.contacts()).slice(KEPT.length);
				await crm.edit(one, { firm: 'By hand', credit: 1, own_notes: 'Ours' });
				await crm.edit(two, { mail: 'by.hand@example.com', credit: 7 });
				const [first, ...others] = expected();
				const corrected = [{ ...first, own_notes: 'Ours' }, ...others];
				await assertInStep(crm, ['updated 000042', 'updated C000002'], corrected);
			},
			true,
		),
		check('marks a removed customer once, and brings it back', async (crm) => {
			await fill(crm);
			const removed = customers.at(7) ?? {};
			const marked = expected().map((row) => {
				return row.customer_no === removed.Code ? { ...row, is_active: false } : row;
			});
			customers.remove(7);
			await assertInStep(crm, ['removed C000008'], marked);
			customers.insert(removed, 7);
			await assertInStep(crm, ['updated C000008']);
		}),
		check(
			'has all others where it refuses some, and these are named',
			async (crm) => {
				await fill(crm);
				change(6, { Name: 'Changed' });
				customers.insert(another());
				const saved = expected();
				const [wrong = {}, added] = [customers.at(5), another()];
				customers.upsert(5, crm.refused(wrong));
				customers.insert(crm.refused(added));
				const { error } = await run(exampleFor(crm));
				const named = `create ${String(added.Code)}; update ${String(wrong.Code)}`;
				assert.match(error?.message ?? '', new RegExp(`^Not in step: ${named}\\.`));
				assert.deepEqual(fieldsIn(await crm.contacts()), saved);
			},
			true,
		),
	];
}

/** What the CRM should have of a customer. */
function contactOf(customer: DataRecord): Row {
	const pairs = Object.entries(FIELDS).map(([name, field]) => [name, customer[field] || null]);
	return { ...Object.fromEntries(pairs), ...OWN };
}

/** The fields that somebody made. */
function withoutTimes(contact: Row): Row {
	const names = Object.keys({ ...FIELDS, ...OWN });
	return Object.fromEntries(names.map((name) => [name, contact[name]]));
}

function byCode(contacts: Row[]): Row[] {
	return contacts.toSorted((a, b) => String(a.customer_no).localeCompare(String(b.customer_no)));
}
