import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import type { Check } from '../../harness/script/checks.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import {
	readExample,
	withNodes,
	withOptions,
	type Example,
} from '../../harness/workflow/examples.mts';
import { OFTEN, publish } from '../../harness/workflow/polling.mts';
import { expectedRows } from '../../harness/workflow/rows.mts';
import { SAVING_NOTHING } from './copying.mts';
import { assertNames, checksOf, comparable, each, quick, type Scene } from './scene.mts';
import type { Target } from './target.mts';

const TRIGGER = 'When customers change';
const EXAMPLE = withNodes(readExample('changes-to-crm.json'), {
	[TRIGGER]: { parameters: { pollTimes: OFTEN } },
});
const SLOWLY = { withinMs: 60_000, everyMs: 500 };

/** The table follows the list, whatever the CRM refuses. */
export function keeping(scene: Scene, table: Target): Check[] {
	const { another, begin, change, codeOf, customers, rest, run, service } = scene;
	/** Publishes a workflow while something is proven with the messages of what failed. */
	const following = async (
		example: Example,
		prove: (messages: () => Promise<string[]>) => Promise<void>,
	) => {
		const workflow = await publish(rest, example);
		const messages = async () => {
			const executions = (await rest.executionIds(workflow)).map((id) => rest.execution(id));
			return (await Promise.all(executions)).flatMap(({ error }) => error?.message ?? []);
		};
		await prove(messages).finally(async () => await rest.deactivate(workflow));
	};

	const found = async () => comparable(await table.rows());
	const rowOf = async (code: string) => (await table.rows()).find((row) => row.code === code);
	const expected = (): Row[] => expectedRows(service).map((row) => ({ ...row, owner: null }));

	/** Waits until the table has what it should have. */
	const eventually = async (rows: () => Row[]) => {
		const isThere = async () => isDeepStrictEqual(await found(), comparable(rows()));
		await waitFor(isThere, { ...SLOWLY, failure: '' }).catch(() => undefined);
		assert.deepEqual(await found(), comparable(rows()), 'The table did not follow');
	};

	const start = async () => {
		begin();
		await table.fill([]);
	};

	return checksOf('Keep', start, {
		'fills a table and follows, and one that is refused holds nobody back': quick(async () => {
			change(30, { CreditLimit: 'n/a' });
			change(31, { Code: '' });
			change(32, { Code: codeOf(33) });
			const out = [30, 31, 32, 33].map(codeOf);
			const others = () => expected().filter(({ code }) => !out.includes(String(code)));
			const inParts = withOptions(EXAMPLE, TRIGGER, { maxEvents: 60 });
			await following(inParts, async (messages) => {
				await waitFor(async () => (await table.rows()).length > 0, { failure: 'No row' });
				change(3, { Name: 'Renamed early' });
				change(140, { Name: 'Renamed meanwhile' });
				customers.remove(145);
				customers.insert({ ...another(), Code: 'NEW' });
				await eventually(others);
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
		async 'keeps two companies apart, and deletes where that is what the node does'() {
			begin(20);
			const other = { companyId: '2', company: 'Other' };
			await table.fill(expectedRows(service).map((row) => ({ ...row, ...other })));
			const others = await found();
			const operation = 'deleteRows';
			const deleting = withNodes(EXAMPLE, { 'Mark inactive': { parameters: { operation } } });
			await following(deleting, async () => {
				await eventually(() => [...others, ...expected()]);
				customers.remove(7, 2);
				await eventually(() => [...others, ...expected()]);
			});
		},
		async 'saves a few customers in a test by hand, whose sample of a removal is nobody'() {
			assertSuccess(await run(EXAMPLE));
			assert.equal((await table.rows()).length, 2);
		},
		...each(SAVING_NOTHING, 'names everyone where the node that saves', async (node) => {
			begin(3);
			await following(withNodes(EXAMPLE, { 'Save to CRM': node }), async (messages) => {
				const firstOf = async () => (await messages())[0];
				const message = await waitFor(firstOf, { ...SLOWLY, failure: 'No execution failed' });
				assertNames(message, ...[0, 1, 2].map((index) => `created ${codeOf(index)}: `));
			});
		}),
	});
}
