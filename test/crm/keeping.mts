import assert from 'node:assert/strict';
import { expectedRows } from '../../harness/workflow/rows.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { OFTEN, publish } from '../../harness/workflow/polling.mts';
import { withoutTime } from './copying.mts';
import type { Table } from './dataTable.mts';
import type { Check } from '../../harness/script/checks.mts';
import { checksOf, type Scene } from './scene.mts';

const EXAMPLE = readExample('keep-the-crm-in-step.json');

/** The table follows the list, whatever the CRM refuses. */
export function keeping(
	{ another, begin, change, customers, rest, service }: Scene,
	table: Table,
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

	const check = checksOf('Keep', async () => {
		begin();
		await table.clear();
	});

	return [
		check('fills a table and follows, and one that is refused holds nobody back', async () => {
			change(30, { CreditLimit: 'n/a' });
			change(31, { Code: '' });
			change(32, { Code: customers.at(33)?.Code });
			const out = [30, 31, 32, 33].map((index) => customers.at(index)?.Code);
			const rest = () => expectedRows(service).filter(({ code }) => !out.includes(code));
			await following(60, async ({ messages }) => {
				await waitFor(async () => (await table.rows()).length > 0, { failure: 'No row' });
				change(3, { Name: 'Renamed early' });
				change(140, { Name: 'Renamed meanwhile' });
				customers.remove(145);
				customers.insert({ ...another(), Code: 'NEW' });
				await eventually(() => rest());
				const [message, ...others] = await messages();
				assert.match(
					message ?? '',
					/^Not saved \(1 of \d+ changes\): C000031 .*All others were saved/,
				);
				assert.deepEqual(others, []);

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
		check('keeps two companies apart, and deletes where somebody activated it', async () => {
			begin(20);
			await table.fill(
				expectedRows(service).map((row) => ({ ...row, companyId: '2', company: 'Other' })),
			);
			const others = (await table.rows()).map(withoutTime);
			const deleting = withNodes(EXAMPLE, { 'Delete from CRM': { disabled: false } });
			await following(
				1000,
				async () => {
					const own = () => expectedRows(service).map((row) => ({ ...row, owner: null }));
					await eventually(() => [...others, ...own()]);
					customers.remove(7, 2);
					await eventually(() => [...others, ...own()]);
				},
				deleting,
			);
		}),
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
