import assert from 'node:assert/strict';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import { expectedRows } from '../../harness/workflow/rows.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { OFTEN, publish } from '../../harness/workflow/polling.mts';
import { SAVING_NOTHING, withoutTime } from './copying.mts';
import type { Check } from '../../harness/script/checks.mts';
import { checksOf, type Scene } from './scene.mts';
import type { Target } from './target.mts';

const EXAMPLE = readExample('keep-the-crm-in-step.json');

/** The table follows the list, whatever the CRM refuses. */
export function keeping(
	{ another, begin, change, customers, rest, run, service }: Scene,
	table: Target,
): Check[] {
	/** Publishes the example, with polls every few seconds, while something is proven. */
	const following = async (maxEvents: number, prove: Proof, example = EXAMPLE) => {
		const { parameters } = example.nodes.find(({ name }) => name === TRIGGER) ?? {};
		const options = { ...Object(parameters?.options), maxEvents };
		const often = { [TRIGGER]: { parameters: { pollTimes: OFTEN, options } } };
		const workflow = await publish(rest, withNodes(example, often));
		const messages = async () => {
			const executions = (await rest.executionIds(workflow)).map((id) => rest.execution(id));
			return (await Promise.all(executions)).flatMap(({ error }) => error?.message ?? []);
		};
		await prove({ messages }).finally(async () => await rest.deactivate(workflow));
	};

	/** Waits until the table has what it should have. */
	const eventually = async (expected: () => Row[]) => {
		const found = async () => byCode((await table.rows()).map(withoutTime));
		const isThere = async () => isSame(await found(), byCode(expected()));
		await waitFor(isThere, { failure: 'The table did not follow', withinMs: 60_000 }).catch(
			async () => assert.deepEqual(await found(), byCode(expected())),
		);
	};

	const expected = (): Row[] => expectedRows(service).map((row) => ({ ...row, owner: null }));

	const check = checksOf('Keep', async () => {
		begin();
		await table.fill([]);
	});

	return [
		check('fills a table and follows, and one that is refused holds nobody back', async () => {
			change(30, { CreditLimit: 'n/a' });
			change(31, { Code: '' });
			change(32, { Code: customers.at(33)?.Code });
			const out = [30, 31, 32, 33].map((index) => customers.at(index)?.Code);
			const rest = () => expected().filter(({ code }) => !out.includes(code));
			await following(60, async ({ messages }) => {
				await waitFor(async () => (await table.rows()).length > 0, { failure: 'No row' });
				change(3, { Name: 'Renamed early' });
				change(140, { Name: 'Renamed meanwhile' });
				customers.remove(145);
				customers.insert({ ...another(), Code: 'NEW' });
				await eventually(() => rest());
				assert.deepEqual(await messages(), ['Not saved: created C000031: not confirmed.']);

				change(30, { CreditLimit: 1 });
				// While a record has no identifier, no removal is output.
				change(31, { Code: 'NO LONGER EMPTY' });
				customers.remove(2);
				const isMarked = async () => (await rowOf('C000003'))?.active === false;
				await waitFor(isMarked, { ...SLOWLY, failure: 'A removed customer was not marked' });
				const isSaved = async () => (await rowOf('C000031')) !== undefined;
				await waitFor(isSaved, { ...SLOWLY, failure: 'A corrected customer was not saved' });
			});
		}),
		check('keeps two companies apart, and deletes where that is what the node does', async () => {
			begin(20);
			await table.fill(
				expectedRows(service).map((row) => ({ ...row, companyId: '2', company: 'Other' })),
			);
			const others = (await table.rows()).map(withoutTime);
			const operation = 'deleteRows';
			const deleting = withNodes(EXAMPLE, { 'Mark inactive': { parameters: { operation } } });
			await following(
				1000,
				async () => {
					await eventually(() => [...others, ...expected()]);
					customers.remove(7, 2);
					await eventually(() => [...others, ...expected()]);
				},
				deleting,
			);
		}),
		check(
			'saves a few customers in a test by hand, whose sample of a removal is nobody',
			async () => {
				assertSuccess(await run(EXAMPLE));
				assert.equal((await table.rows()).length, 2);
			},
		),
		...Object.entries(SAVING_NOTHING).map(([what, node]) =>
			check(`names everyone where the node that saves ${what}`, async () => {
				begin(3);
				const saving = withNodes(EXAMPLE, { 'Save to CRM': node });
				await following(
					1000,
					async ({ messages }) => {
						const hasFailed = async () => (await messages()).length > 0;
						await waitFor(hasFailed, { ...SLOWLY, failure: 'No execution failed' });
						const [message = ''] = await messages();
						for (const code of ['C000001', 'C000002', 'C000003']) {
							assert.ok(message.includes(`created ${code}: `), message);
						}
					},
					saving,
				);
			}),
		),
	];

	async function rowOf(code: string): Promise<Row | undefined> {
		return (await table.rows()).find((row) => row.code === code);
	}
}

type Proof = (published: { messages: () => Promise<string[]> }) => Promise<void>;

const TRIGGER = 'When customers change';
const SLOWLY = { withinMs: 60_000, everyMs: 500 };

function isSame(one: Row[], other: Row[]): boolean {
	return JSON.stringify(one.map(sorted)) === JSON.stringify(other.map(sorted));
}

function sorted(row: Row): Array<[string, unknown]> {
	return Object.entries(row).sort(([a], [b]) => a.localeCompare(b));
}

function byCode(rows: Row[]): Row[] {
	const key = ({ code, companyId }: Row) => `${companyId} ${code}`;
	return rows.toSorted((a, b) => key(a).localeCompare(key(b)));
}
