import assert from 'node:assert/strict';
import { assertSuccess, outputsOf, type Execution } from '../../../harness/n8n/execution.mts';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Check } from '../../../harness/script/checks.mts';
import { withOptions, type Example } from '../../../harness/workflow/examples.mts';
import { customersOf, expectedRows, FIELDS } from '../../../harness/workflow/rows.mts';
import type { DataRecord } from '../../../service/records.mts';
import { assertSavedOrNamed, ODD_CUSTOMERS } from './odd.mts';
import { assertNames, checksOf, comparable, quick, withText, type Scene } from './scene.mts';
import { COMPARING, type Target } from './target.mts';

const COLUMNS = [...Object.keys(FIELDS), 'companyId', 'active', 'owner'];

/** What was there before, and has to stay as it is. */
const KEPT: Row[] = [
	{ companyId: '2', code: 'B000001', company: 'Of another company', active: true },
	{ companyId: '2', code: 'B000002', company: 'Another', creditLimit: 12.5, active: false },
	{ companyId: '1', company: 'A lead', owner: 'Has no code yet', active: true },
];

/** Values that get lost on the way, in the first customers. */
const ODD: DataRecord[] = [
	{ Code: '000042' },
	{ Email: '', CreditLimit: null },
	{ Name: `O'Neill "& Söhne" {{ 1 + 1 }} \\`, City: '<b>Köln</b>' },
];

/** Begins with 60 customers, and a CRM of whatever rows. */
export function beginInStep(scene: Scene, start: () => Promise<Target>) {
	const { begin, change, run } = scene;
	return async () => {
		const { fill, rows, inStep: example, ...target } = await start();
		begin(60);
		for (const [index, fields] of ODD.entries()) change(index, fields);
		change(ODD.length, { Code: 1000 });
		let kept: Row[] = [];
		/** Puts these rows after those that have to stay. */
		const fillBeside = async (added = expectedIn(scene)) => {
			await fill([...KEPT, ...added]);
			kept = (await rows()).slice(0, KEPT.length);
		};
		const assertRows = async (wanted: Row[]) => {
			const all = await rows();
			assert.deepEqual(comparable(all.slice(kept.length).map(inColumns)), comparable(wanted));
			assert.deepEqual(all.slice(0, kept.length), kept);
			return all;
		};
		/** Runs the workflow; the rows are as they should be, and a second run leaves them alone. */
		const assertInStep = async (events: string[], wanted = expectedIn(scene), draft = example) => {
			assertEvents(await run(draft), events, keyFieldIn(draft));
			const all = await assertRows(wanted);
			assertEvents(await run(draft), []);
			assert.deepEqual(await rows(), all);
		};
		const filling = withOptions(example, COMPARING, { maxCreated: 100 });
		return { ...target, example, filling, fill, rows, fillBeside, assertRows, assertInStep };
	};
}

/** The CRM gets in step and stays so, and nobody is lost unnamed or changed who is none of ours. */
export function keepingInStep(scene: Scene, name: string, start: () => Promise<Target>): Check[] {
	const { another, change, changeAll, codeOf, customers, published, run, service } = scene;
	const expected = () => expectedIn(scene);
	return checksOf(`Keep ${name} in step`, beginInStep(scene, start), {
		async 'is filled with each customer, once and as it is, and then left alone'(crm) {
			await crm.fill([]);
			const created = customers.page(0, 60).map(({ Code }) => `created ${String(Code)}`);
			await crm.assertInStep(created, expected(), crm.filling);
		},
		'gets back what was changed by hand, loses what was cleared, and keeps its own field': quick(
			async ({ fillBeside, assertInStep }) => {
				const [first, second, missing, ...others] = expected();
				const owned = { ...first, owner: 'Kim' };
				const byHand = { ...missing, code: 'HAND', company: 'By hand alone' };
				await fillBeside([
					{ ...owned, company: 'By hand', creditLimit: 1 },
					{ ...second, email: 'by.hand@example.com', creditLimit: null },
					...[...others, byHand],
				]);
				change(9, { City: '', Phone: null });
				await assertInStep(
					['created C000002', 'updated 000042', 'updated 1000', 'updated C000010', 'removed HAND'],
					[owned, ...expected().slice(1), { ...byHand, active: false }],
				);
			},
		),
		async 'marks a removed customer once, and brings it back'({ fillBeside, assertInStep }) {
			await fillBeside();
			const marked = expected().map((row) => {
				return row.code === 'C000008' ? { ...row, active: false } : row;
			});
			const removed = customers.at(7) ?? {};
			customers.remove(7);
			await assertInStep(['removed C000008'], marked);
			customers.insert(removed, 7);
			await assertInStep(['updated C000008']);
		},
		async 'keeps two companies apart that have the same codes'({ fill, filling, rows, toOther }) {
			await fill([]);
			assertSuccess(await run(filling));
			const ofOne = await rows();
			changeAll(({ Name }) => ({ Name: `Other ${String(Name)}` }));
			const other = withText(filling, toOther);
			assertSuccess(await run(other));
			const ofBoth = await rows();
			assert.equal(ofBoth.length, 120);
			assert.deepEqual(ofBoth.slice(0, 60), ofOne);
			assertEvents(await run(other), []);
		},
		async 'has odd values as they are, or names whose they are'(crm) {
			await crm.fill(expected());
			for (const [index, fields] of ODD_CUSTOMERS) change(index, fields);
			await published(crm.example, async (runAgain) => {
				await runAgain();
				const { message = '' } = (await runAgain()).error ?? {};
				assertSavedOrNamed(customersOf(service), await crm.rows(), message);
			});
		},
		'has all others where it refuses three, and each later execution names these': quick(
			async ({ assertRows, example, fillBeside, isAllOrNone = false, refused }) => {
				await fillBeside();
				change(6, { Name: 'Changed' });
				customers.insert(another());
				const saved = expected();
				customers.upsert(5, refused(customers.at(5) ?? {}));
				for (const _ of ['one', 'another']) customers.insert(refused(another()));
				const named = [
					`"${codeOf(5)}" was output as updated before`,
					...[61, 62].map((index) => `"${codeOf(index)}"`),
					'output as created before',
				];
				await published(example, async (runAgain) => {
					for (let nth = 1; nth <= 5; nth++) {
						const { message = '' } = (await runAgain()).error ?? {};
						if (nth === 1) assert.equal(message, '');
						else assertNames(message, ...named);
						if (!isAllOrNone) await assertRows(saved);
					}
				});
			},
		),
	});
}

/** The field of the list that the drawing identifies records by. */
function keyFieldIn({ nodes }: Example): string {
	const comparing = nodes.find(({ name }) => name === COMPARING);
	return String(Object(comparing?.parameters.keyField).value);
}

/** @throws unless an execution succeeded and had this to do; a removed row can have its code anywhere */
export function assertEvents(execution: Execution, expected: string[], key = 'Code'): void {
	assertSuccess(execution);
	const [created = [], updated = [], removed = []] = outputsOf(execution, COMPARING);
	const gone = expected.filter((event) => event.startsWith('removed '));
	const found = removed.map((row, index) => {
		const [, code = ''] = gone[index]?.split(' ') ?? [];
		const text = JSON.stringify(row);
		return text.includes(`"${code}"`) ? gone[index] : `removed ${text}`;
	});
	const saved = [
		...created.map((record) => `created ${String(record[key])}`),
		...updated.map((record) => `updated ${String(record[key])}`),
	];
	assert.deepEqual([...saved, ...found], expected);
}

/** The rows that a CRM should have: with a code in text, and nothing for what is empty. */
export function expectedIn({ service }: Scene): Row[] {
	const rows = expectedRows(service).map(({ code, ...row }) => {
		const values = Object.entries(row).map(([name, value]) => [name, value === '' ? null : value]);
		return inColumns({ ...Object.fromEntries(values), code: String(code) });
	});
	return comparable(rows);
}

/** The columns that the examples fill, and the CRM's own. */
function inColumns(row: Row): Row {
	return Object.fromEntries(COLUMNS.map((name) => [name, row[name] ?? null]));
}
