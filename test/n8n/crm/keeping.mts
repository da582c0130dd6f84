import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { INode } from 'n8n-workflow';
import { assertSuccess, type Execution } from '../../../harness/n8n/execution.mts';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Check } from '../../../harness/script/checks.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';
import {
	readExample,
	withNodes,
	withOptions,
	type Example,
} from '../../../harness/workflow/examples.mts';
import { OFTEN, publish } from '../../../harness/workflow/polling.mts';
import { customersOf, expectedRows } from '../../../harness/workflow/rows.mts';
import { assertSavedOrNamed, coded, ODD_CUSTOMERS, SAVING_NOTHING } from './odd.mts';
import { assertNames, checksOf, comparable, each, quick, type Scene } from './scene.mts';
import type { Target } from './target.mts';

const TRIGGER = 'When customers change';
const SAVING = 'Save to CRM';
const EXAMPLE = withNodes(readExample('changes-to-crm.json'), {
	[TRIGGER]: { parameters: { pollTimes: OFTEN } },
});
const SLOWLY = { withinMs: 60_000, everyMs: 500 };

/** What nodes return for a customer that was saved, as code. */
const ANSWERS = {
	'returns several rows': '{ id: 1 }, { id: 2 }',
	'returns a row with a column named error': "{ id: 1, error: 'Of its own' }",
	'returns nothing but a message': "{ message: 'Saved' }",
};

/** What they return for one that was refused. */
const REFUSALS = {
	'returns the reason': "{ error: 'Refused' }",
	'returns an error with the reason': "{ error: { message: 'Refused' } }",
	'returns the reason beside an error': "{ message: 'Refused', item: $json, error: { code: 1 } }",
	'hands the customer on with the reason': "{ ...$json, error: 'Refused' }",
	'hands the customer on inside, with the reason': "{ json: $json, error: 'Refused' }",
};

/** The table follows the list, whatever the CRM refuses. */
export function keeping(scene: Scene, table: Target): Check[] {
	const { another, begin, change, codeOf, customers, messageOf, run, service } = scene;
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
			await following(scene, inParts, async (executions) => {
				await waitFor(async () => (await table.rows()).length > 0, { failure: 'No row' });
				change(3, { Name: 'Renamed early' });
				change(140, { Name: 'Renamed meanwhile' });
				customers.remove(145);
				customers.insert({ ...another(), Code: 'NEW' });
				await eventually(others);
				assert.deepEqual(messagesOf(await executions()), [
					'Not saved: created C000031: not confirmed.',
				]);

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
			await following(scene, deleting, async () => {
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
			await following(scene, withNodes(EXAMPLE, { [SAVING]: node }), async (executions) => {
				const firstOf = async () => messagesOf(await executions())[0];
				const message = await waitFor(firstOf, { ...SLOWLY, failure: 'No execution failed' });
				assertNames(message, ...[0, 1, 2].map((index) => `created ${codeOf(index)}: `));
			});
		}),
		...each(ANSWERS, 'takes a customer for saved where the node that saves', async (answer) => {
			assertSuccess(await run(withNodes(EXAMPLE, { [SAVING]: returning(answer) })));
		}),
		...each(REFUSALS, 'names whom the CRM refuses where its node', async (answer) => {
			const refusing = withNodes(EXAMPLE, { [SAVING]: returning(answer) });
			const named = [`created ${codeOf(0)}: Refused`, `updated ${codeOf(1)}: Refused`];
			assert.equal(await messageOf(refusing), `Not saved: ${named.join('; ')}.`);
		}),
		async 'goes on after a node that returns nothing, and names that customer alone'() {
			const swallowing = `return $json.key === '${codeOf(0)}' ? [] : [{ json: { id: 1 } }];`;
			const message = await messageOf(withNodes(EXAMPLE, { [SAVING]: coded(swallowing) }));
			assert.equal(message, `Not saved: created ${codeOf(0)}: not confirmed.`);
		},
	});
}

/** A CRM whose node creates or updates has all but those it refuses, and the message says why. */
export function refusing(scene: Scene, name: string, start: () => Promise<Target>): Check {
	const { begin, change, codeOf, customers, service } = scene;
	const prove = async () => {
		const { fill, reason = '', refused, rows, upsert = {} } = await start();
		begin(60);
		for (const [index, fields] of ODD_CUSTOMERS) change(index, fields);
		customers.upsert(55, refused(customers.at(55) ?? {}));
		await fill([]);
		const example = withNodes(EXAMPLE, { [SAVING]: upsert });
		await following(scene, example, async (executions) => {
			const nth = async (place: number) => {
				const isThere = async () => (await executions())[place];
				return await waitFor(isThere, { ...SLOWLY, failure: `No execution ${place + 1}` });
			};
			const message = (await nth(0)).error?.message ?? '';
			assertNames(message, `created ${codeOf(55)}: `, reason);
			const saved = assertSavedOrNamed(customersOf(service), await rows(), message);
			assert.ok(saved >= 59 - ODD_CUSTOMERS.length, message);
			change(7, { City: '', Phone: null });
			assertSuccess(await nth(1));
			const cleared = (await rows()).find(({ code }) => code === codeOf(7));
			assert.deepEqual([cleared?.city ?? '', cleared?.phone ?? ''], ['', '']);
		});
	};
	return { name: `Keep: has all but those whom ${name} refuses, and says why`, prove };
}

/** Publishes a workflow while something is proven with its executions that ended. */
async function following(
	{ rest }: Scene,
	example: Example,
	prove: (executions: () => Promise<Execution[]>) => Promise<void>,
) {
	const workflow = await publish(rest, example);
	const executions = async () =>
		await Promise.all((await rest.executionIds(workflow)).map((id) => rest.finished(id)));
	await prove(executions).finally(async () => await rest.deactivate(workflow));
}

/** A node that returns these. @param items as code */
function returning(items: string): Partial<INode> {
	return coded(`return [${items}].map((json) => ({ json }));`);
}

function messagesOf(executions: Execution[]): string[] {
	return executions.flatMap(({ error }) => error?.message ?? []);
}
