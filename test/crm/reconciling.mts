import assert from 'node:assert/strict';
import { assertSuccess, outputOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import type { Check } from '../../harness/script/checks.mts';
import { readExample, withNodes, type Example } from '../../harness/workflow/examples.mts';
import { expectedRows } from '../../harness/workflow/rows.mts';
import { SAVING_NOTHING, withoutTime } from './copying.mts';
import { checksOf, type Scene } from './scene.mts';
import type { Target } from './target.mts';

const SHIPPED = readExample('keep-any-crm-in-step.json');
const WHAT_DIFFERS = 'What differs?';

/** The table gets back in step, and nobody is removed who may still be a customer. */
export function reconciling(scene: Scene, target: Target): Check[] {
	const { deleting, fill, inPart, name, nodes, reason, refused, rows } = target;
	const EXAMPLE = withOption('isRemoved', target.isRemoved, withNodes(SHIPPED, nodes));
	const FILLING = withOption('maxCreated', 100, EXAMPLE);
	const { another, begin, change, customers, run, service } = scene;
	const expected = () => expectedRows(service);
	const found = async () => byCode((await rows()).map(withoutTime).map(withoutOwner));
	const nameOf = (index: number) => String(customers.at(index)?.Code);

	/** Runs the example; the table is as it should be, and a second run finds nothing to do. */
	const assertInStep = async (events: string[], inactive: string[] = [], example = EXAMPLE) => {
		assertEvents(await run(example), events);
		const isGone = (row: Row) => inactive.includes(String(row.code));
		const all = await found();
		assert.deepEqual(
			all.filter((row) => !isGone(row)),
			expected(),
		);
		for (const row of all.filter(isGone)) assert.equal(row.active, false);
		assertEvents(await run(EXAMPLE), []);
		assert.deepEqual(await found(), all);
	};

	const check = checksOf(`Keep ${name} in step`, async () => {
		begin(60);
		await fill(expected());
	});

	const severalRows = check('names the code that several rows have', async () => {
		const [, second = {}] = expected();
		await fill([...expected(), second]);
		const { error } = await run(EXAMPLE);
		assert.equal(error?.message, 'Not in step: 2 input items have "C000002".');
	});

	return [
		check(
			'corrects what was changed by hand, and leaves leads and fields of the CRM alone',
			async () => {
				const [first, second, , ...others] = expected();
				const broken = { ...second, company: 'Broken', creditLimit: null, owner: 'Kim' };
				const byHand = { code: 'HAND', companyId: '1', active: true };
				const lead = { company: 'No code', companyId: '1' };
				await fill([{ ...first, owner: 'Kim' }, broken, ...others, byHand, lead]);
				assertEvents(await run(EXAMPLE), ['created C000003', 'updated C000002', 'removed HAND']);
				const kept = (await rows()).filter((row) => row.code && row.code !== 'HAND');
				assert.deepEqual(byCode(kept.map(withoutTime).map(withoutOwner)), expected());
				assert.equal(kept.filter(({ owner }) => owner === 'Kim').length, 2);
				assert.equal((await rows()).length, 62);
				assertEvents(await run(EXAMPLE), []);
			},
			true,
		),
		check('marks removed customers once, and brings them back', async () => {
			const back = customers.at(7) ?? {};
			customers.remove(7);
			await assertInStep(['removed C000008'], ['C000008']);
			customers.insert(back, 7);
			await assertInStep(['updated C000008']);
		}),
		check('deletes where that is what the node does', async () => {
			customers.remove(7, 2);
			const example = withNodes(EXAMPLE, { 'Mark inactive': deleting });
			await assertInStep(['removed C000008', 'removed C000009'], [], example);
			assert.equal((await rows()).length, 58);
		}),
		check('keeps customers that move or come while it reads', async () => {
			begin(300);
			await fill(expected());
			for (const meanwhile of [
				() => [customers.move(250, 0), customers.move(260, 0), customers.move(270, 0)],
				() => customers.remove(0, 50),
				() => Array.from({ length: 120 }, () => customers.insert(another(), 0)),
			]) {
				const { length: done } = service.requests;
				service.latency = 30;
				const running = run(EXAMPLE);
				while (service.requests.length < done + 2) await new Promise((next) => setTimeout(next, 5));
				meanwhile();
				const { error } = await running;
				service.latency = 0;
				const there = new Set(customers.page(0, customers.length).map(({ Code }) => Code));
				const gone = (await rows()).filter(({ active }) => active === false);
				assert.deepEqual(
					gone.filter((row) => there.has(row.code)),
					[],
					error?.message,
				);
			}
		}),
		check('removes up to a fifth, and nobody where it is more', async () => {
			customers.remove(0, 12);
			assert.equal(assertEvents(await run(EXAMPLE)).length, 12);
			customers.remove(0, 13);
			const before = await rows();
			const { error } = await run(EXAMPLE);
			assert.match(error?.message ?? '', /^Not in step: 13 of 48 records are missing, more than/);
			assert.deepEqual(await rows(), before);
		}),
		check('changes nothing without a list', async () => {
			const before = await rows();
			service.setFaults([{ kind: 'status', status: 401 }]);
			assert.match((await run(EXAMPLE)).error?.message ?? '', /did not accept the API key/);
			service.setFaults([]);
			customers.remove(0, 60);
			assertEvents(await run(EXAMPLE), []);
			assert.deepEqual(await rows(), before);
		}),
		check('doubles nobody where the CRM was read in part', async () => {
			const { error } = await run(withNodes(EXAMPLE, { 'Read the CRM': inPart }));
			assert.match(error?.message ?? '', /^Not in step: 30 of 60 records are not in the input/);
			assert.equal((await rows()).length, 60);
		}),
		check('fills an empty table', async () => {
			await fill([]);
			await assertInStep(
				customers.page(0, 60).map(({ Code }) => `created ${String(Code)}`),
				[],
				FILLING,
			);
		}),
		check('leaves the rows of another company alone', async () => {
			const others = expected().map((row) => ({ ...row, companyId: '2', company: 'Other' }));
			await fill([...expected(), ...others]);
			customers.remove(7);
			assertEvents(await run(EXAMPLE), ['removed C000008']);
			const kept = (await rows()).filter(({ companyId }) => companyId === '2');
			assert.deepEqual(kept.map(withoutTime).map(withoutOwner), others);
		}),
		check(
			'saves all others where the CRM refuses one, and names that one',
			async () => {
				customers.upsert(3, refused(customers.at(3) ?? {}));
				change(5, { Name: 'Changed' });
				customers.insert(another());
				const { message = '' } = (await run(EXAMPLE)).error ?? {};
				assert.ok(message.startsWith(`Not in step: update ${nameOf(3)}.`), message);
				assert.ok(message.includes(reason), message);
				const saved = new Map((await rows()).map((row) => [row.code, row]));
				assert.equal(saved.get(nameOf(5))?.company, 'Changed');
				assert.equal(saved.size, 61);
			},
			true,
		),
		...Object.entries(SAVING_NOTHING).map(([what, node]) =>
			check(`names whom the CRM lacks where a node ${what}`, async () => {
				customers.insert(another());
				customers.remove(7);
				const { error } = await run(withNodes(EXAMPLE, { 'Create in CRM': node }));
				assert.match(error?.message ?? '', new RegExp(`^Not in step: create ${nameOf(59)}`));
			}),
		),
		check(
			'names customers without a code of their own, keeps their rows, and saves others',
			async () => {
				change(5, { Code: customers.at(9)?.Code });
				change(20, { Code: '' });
				change(30, { Name: 'Changed' });
				customers.remove(40);
				const { error } = await run(EXAMPLE);
				for (const words of ['records 6 and 10 in the list differ', 'Record 21 in the list']) {
					assert.ok(error?.message.includes(words), error?.message);
				}
				const saved = await rows();
				assert.ok(saved.every(({ active }) => active));
				assert.equal(saved.find(({ code }) => code === nameOf(30))?.company, 'Changed');
			},
		),
		...(target.hasKey ? [] : [severalRows]),
		check('removes nobody whose code is only spelled otherwise', async () => {
			change(4, { Code: 'c000005' });
			const { error } = await run(EXAMPLE);
			const words = 'An input item has "C000005", but the list has "c000005"';
			assert.equal(error?.message, `Not in step: ${words}.`);
			assert.ok((await rows()).every(({ active }) => active));
		}),
		check('takes numeric codes, with leading zeros or without', async () => {
			for (let index = 0; index < 60; index++) change(index, { Code: 1000 + index });
			change(0, { Code: '000042' });
			await fill([]);
			assert.equal(assertEvents(await run(FILLING)).length, 60);
			assertEvents(await run(EXAMPLE), []);
		}),
	];
}

/** What a successful execution had to do, in the order in which it found it. */
export function assertEvents(execution: Execution, expected?: string[]): string[] {
	assertSuccess(execution);
	const items = outputOf(execution, WHAT_DIFFERS);
	const events = items.map(({ event, key }) => `${String(event)} ${String(key)}`);
	if (expected) assert.deepEqual(events, expected);
	return events;
}

/** The example with an option of what compares. */
function withOption(name: string, value: unknown, example: Example): Example {
	const { parameters } = example.nodes.find((node) => node.name === WHAT_DIFFERS) ?? {};
	const options = { ...Object(parameters?.options), [name]: value };
	return withNodes(example, { [WHAT_DIFFERS]: { parameters: { options } } });
}

function withoutOwner({ owner: _owner, ...row }: Row): Row {
	return row;
}

function byCode(rows: Row[]): Row[] {
	return rows.toSorted((a, b) => String(a.code).localeCompare(String(b.code)));
}
