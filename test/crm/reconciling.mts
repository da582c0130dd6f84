import assert from 'node:assert/strict';
import type { Check } from '../../harness/script/checks.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { expectedRows } from '../../harness/workflow/rows.mts';
import { SAVING_NOTHING } from './copying.mts';
import { assertEvents } from './inStep.mts';
import { checksOf, comparable, type Scene } from './scene.mts';
import type { Target } from './target.mts';

const EXAMPLE = readExample('keep-any-crm-in-step.json');

/** What Compare guards against ends the execution, and whatever a node did not save is named. */
export function reconciling(scene: Scene, { fill, rows }: Target): Check[] {
	const { another, begin, change, customers, run, service } = scene;
	const expected = () => expectedRows(service);
	const codeOf = (index: number) => String(customers.at(index)?.Code);
	const message = async (example = EXAMPLE) => (await run(example)).error?.message ?? '';

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
		check('removes up to a fifth, and nobody where it is more', async () => {
			const fifth = customers.page(0, 12).map(({ Code }) => `removed ${String(Code)}`);
			customers.remove(0, 12);
			assertEvents(await run(EXAMPLE), fifth);
			customers.remove(0, 13);
			const before = await rows();
			assert.match(
				await message(),
				/^Not in step: 13 of 48 input items have no record in the list, .*\. Nothing was output, .* raise/,
			);
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
				const saved = await rows();
				assert.ok(saved.every(({ active }) => active));
				assert.equal(saved.find(({ code }) => code === codeOf(30))?.company, 'Changed');
			},
		),
	];
}
