import assert from 'node:assert/strict';
import { assertSuccess, outputsOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import type { Check } from '../../harness/script/checks.mts';
import { readExample, withNodes, withOptions } from '../../harness/workflow/examples.mts';
import { expectedRows, FIELDS } from '../../harness/workflow/rows.mts';
import type { DataRecord } from '../../service/records.mts';
import { checksOf, comparable, type Scene } from './scene.mts';
import { COMPARING, type Target } from './target.mts';

const SHIPPED = readExample('keep-the-crm-in-step.json');
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

/** The CRM gets in step and stays so, and nobody is lost unnamed or changed who is none of ours. */
export function keepingInStep(
	{ another, begin, change, customers, published, run, service }: Scene,
	name: string,
	start: () => Promise<Target>,
): Check[] {
	const expected = () => comparable(expectedRows(service).map(asKept));

	const check = checksOf(`Keep ${name} in step`, async () => {
		const { fill, nodes, rows, inStep, ...target } = await start();
		const example = inStep ?? withNodes(SHIPPED, nodes);
		begin(60);
		for (const [index, fields] of ODD.entries()) change(index, fields);
		change(ODD.length, { Code: target.takesOnlyText ? '1000' : 1000 });
		let kept: Row[] = [];
		const assertRows = async (wanted: Row[]) => {
			const all = await rows();
			assert.deepEqual(comparable(all.slice(kept.length).map(inColumns)), wanted);
			assert.deepEqual(all.slice(0, kept.length), kept);
			return all;
		};
		/** Puts these rows after those that have to stay. */
		const fillBeside = async (added: Row[]) => {
			await fill([...KEPT, ...added]);
			kept = (await rows()).slice(0, KEPT.length);
		};
		/** Runs the example; the rows are as they should be, and a second run leaves them alone. */
		const assertInStep = async (events: string[], wanted = expected(), first = example) => {
			assertEvents(await run(first), events);
			const all = await assertRows(wanted);
			assertEvents(await run(example), []);
			assert.deepEqual(await rows(), all);
		};
		return { ...target, example, fill, fillBeside, assertRows, assertInStep };
	});

	return [
		check('is filled with each customer, once and as it is, and then left alone', async (crm) => {
			await crm.fill([]);
			const created = customers.page(0, 60).map(({ Code }) => `created ${String(Code)}`);
			const filling = withOptions(crm.example, COMPARING, { maxCreated: 100 });
			await crm.assertInStep(created, expected(), filling);
		}),
		check(
			'gets back what was changed by hand, and keeps its own field',
			async ({ fillBeside, assertInStep }) => {
				const [first, second, missing, ...others] = expected();
				const owned = { ...first, owner: 'Kim' };
				const byHand = { ...missing, code: 'HAND' };
				await fillBeside([
					{ ...owned, company: 'By hand', creditLimit: 1 },
					{ ...second, email: 'by.hand@example.com', creditLimit: null },
					...[...others, byHand],
				]);
				const marked = { ...byHand, active: false };
				await assertInStep(
					['created C000002', 'updated 000042', 'updated 1000', 'removed HAND'],
					comparable([owned, ...expected().slice(1), marked]),
				);
			},
			true,
		),
		check(
			'marks a removed customer once, and brings it back',
			async ({ fillBeside, assertInStep }) => {
				await fillBeside(expected());
				const removed = customers.at(7) ?? {};
				const marked = expected().map((row) =>
					row.code === removed.Code ? { ...row, active: false } : row,
				);
				customers.remove(7);
				await assertInStep(['removed C000008'], marked);
				customers.insert(removed, 7);
				await assertInStep(['updated C000008']);
			},
		),
		check(
			'has all others where it refuses three, and each later execution names these',
			async ({ assertRows, example, fillBeside, isAllOrNone = false, refused }) => {
				await fillBeside(expected());
				change(6, { Name: 'Changed' });
				customers.insert(another());
				const saved = expected();
				const [wrong = {}, ...added] = [customers.at(5), another(), another()];
				customers.upsert(5, refused(wrong));
				for (const customer of added) customers.insert(refused(customer));
				const named = [
					`"${String(wrong.Code)}" was output as updated before`,
					...added.map(({ Code }) => `"${String(Code)}"`),
					'output as created before',
				];
				await published(example, async (runAgain) => {
					for (let nth = 1; nth <= 5; nth++) {
						const { message = '' } = (await runAgain()).error ?? {};
						if (nth === 1) assert.equal(message, '');
						else for (const words of named) assert.ok(message.includes(words), message);
						if (!isAllOrNone) await assertRows(saved);
					}
				});
			},
			true,
		),
	];
}

/** @throws unless an execution succeeded and had this to do; a removed row can have its code anywhere */
export function assertEvents(execution: Execution, expected: string[]): void {
	assertSuccess(execution);
	const [created = [], updated = [], removed = []] = outputsOf(execution, COMPARING);
	const gone = expected.filter((event) => event.startsWith('removed '));
	const found = removed.map((row, index) => {
		const [, code = ''] = gone[index]?.split(' ') ?? [];
		return JSON.stringify(row).includes(`"${code}"`)
			? gone[index]
			: `removed ${JSON.stringify(row)}`;
	});
	assert.deepEqual(
		[
			...created.map(({ Code }) => `created ${String(Code)}`),
			...updated.map(({ Code }) => `updated ${String(Code)}`),
			...found,
		],
		expected,
	);
}

/** The columns that the examples fill, and the CRM's own. */
function inColumns(row: Row): Row {
	return Object.fromEntries(COLUMNS.map((name) => [name, row[name] ?? null]));
}

/** As a CRM keeps it: with a code in text, and nothing for what is empty. */
function asKept({ code, ...row }: Row): Row {
	const values = Object.entries(row).map(([name, value]) => [name, value === '' ? null : value]);
	return inColumns({ ...Object.fromEntries(values), code: String(code) });
}
