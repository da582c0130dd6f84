import assert from 'node:assert/strict';
import { assertSuccess, outputOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Check } from '../../harness/script/checks.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { expectedRows } from '../../harness/workflow/rows.mts';
import { SAVING_NOTHING } from './copying.mts';
import { checksOf, comparable, type Scene } from './scene.mts';
import { COMPARING, type Target } from './target.mts';

const EXAMPLE = readExample('keep-any-crm-in-step.json');

/** Nobody is removed who may still be a customer, doubled, or left out unnamed. */
export function reconciling(scene: Scene, { fill, rows }: Target): Check[] {
	const { another, begin, change, customers, run, service } = scene;
	const expected = () => expectedRows(service);
	const codeOf = (index: number) => String(customers.at(index)?.Code);
	const message = async (example = EXAMPLE) => (await run(example)).error?.message ?? '';
	const assertAllActive = async () => assert.ok((await rows()).every(({ active }) => active));

	const check = checksOf('Keep Data table in step', async () => {
		begin(60);
		await fill(expected());
	});

	return [
		check('deletes where that is what the node does', async () => {
			customers.remove(7, 2);
			const deleting = { parameters: { operation: 'deleteRows' } };
			const example = withNodes(EXAMPLE, { 'Mark inactive': deleting });
			assertEvents(await run(example), ['removed C000008', 'removed C000009']);
			const left = comparable(await rows()).map(({ owner: _owner, ...row }) => row);
			assert.deepEqual(left, expected());
			assertEvents(await run(EXAMPLE), []);
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
				const running = message();
				const isReading = () => service.requests.length >= done + 2;
				await waitFor(isReading, { failure: 'It read no list', everyMs: 5 });
				meanwhile();
				const ended = await running;
				service.latency = 0;
				const there = new Set(customers.page(0, customers.length).map(({ Code }) => Code));
				const gone = (await rows()).filter(({ active }) => active === false);
				const wrong = gone.filter(({ code }) => there.has(code));
				assert.deepEqual(wrong, [], ended);
			}
		}),
		check('removes up to a fifth, and nobody where it is more', async () => {
			customers.remove(0, 12);
			assert.equal(assertEvents(await run(EXAMPLE)).length, 12);
			customers.remove(0, 13);
			const before = await rows();
			assert.match(await message(), /^Not in step: 13 of 48 records are missing, more than/);
			assert.deepEqual(await rows(), before);
		}),
		check('changes nothing without a list', async () => {
			const before = await rows();
			service.setFaults([{ kind: 'status', status: 401 }]);
			assert.match(await message(), /did not accept the API key/);
			service.setFaults([]);
			customers.remove(0, 60);
			assertEvents(await run(EXAMPLE), []);
			assert.deepEqual(await rows(), before);
		}),
		check('doubles nobody where the CRM was read in part', async () => {
			const inPart = { parameters: { returnAll: false, limit: 30 } };
			const example = withNodes(EXAMPLE, { 'Read the CRM': inPart });
			assert.match(await message(example), /^Not in step: 30 of 60 records are not in the input/);
			assert.equal((await rows()).length, 60);
		}),
		...Object.entries(SAVING_NOTHING).map(([what, node]) =>
			check(`names whom the CRM lacks where a node ${what}`, async () => {
				customers.insert(another());
				customers.remove(7);
				const named = await message(withNodes(EXAMPLE, { 'Create in CRM': node }));
				assert.match(named, new RegExp(`^Not in step: create ${codeOf(59)}`));
			}),
		),
		check(
			'names customers without a code of their own, keeps their rows, and saves others',
			async () => {
				change(5, { Code: customers.at(9)?.Code });
				change(20, { Code: '' });
				change(30, { Name: 'Changed' });
				customers.remove(40);
				const named = await message();
				for (const words of ['records 6 and 10 in the list differ', 'Record 21 in the list']) {
					assert.ok(named.includes(words), named);
				}
				await assertAllActive();
				const changed = (await rows()).find(({ code }) => code === codeOf(30));
				assert.equal(changed?.company, 'Changed');
			},
		),
		check('names the code that several rows have', async () => {
			const [, second = {}] = expected();
			await fill([...expected(), second]);
			assert.equal(await message(), 'Not in step: 2 input items have "C000002".');
		}),
		check('removes nobody whose code is only spelled otherwise', async () => {
			change(4, { Code: 'c000005' });
			const words = 'An input item has "C000005", but the list has "c000005"';
			assert.equal(await message(), `Not in step: ${words}.`);
			await assertAllActive();
		}),
	];
}

/** What a successful execution had to do, in the order in which it found it. */
export function assertEvents(execution: Execution, expected?: string[]): string[] {
	assertSuccess(execution);
	const items = outputOf(execution, COMPARING);
	const events = items.map(({ event, key }) => `${String(event)} ${String(key)}`);
	if (expected) assert.deepEqual(events, expected);
	return events;
}
