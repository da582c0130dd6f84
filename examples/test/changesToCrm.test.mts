import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { INode } from 'n8n-workflow';
import { describe } from 'vitest';
import { assertSuccess, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { readExample, withNodes, withOptions } from '../../harness/workflow/examples.mts';
import { OFTEN } from '../../harness/workflow/polling.mts';
import { customersOf, expectedRows } from '../../harness/workflow/rows.mts';
import { range } from '../../test/support/range.mts';
import { QUICK } from '../../test/support/suite.mts';
import { assertNames, assertSavedOrNamed, comparable } from './asserts.mts';
import { test } from './crm.mts';
import { coded, ODD_CUSTOMERS, SAVING_NOTHING } from './odd.mts';
import type { CrmScene } from './scene.mts';
import type { Target } from './target.mts';

const TRIGGER = 'When customers change';
const SAVING = 'Save to CRM';
const EXAMPLE = withNodes(readExample('changes-to-crm.json'), {
	[TRIGGER]: { parameters: { pollTimes: OFTEN } },
});
const SLOWLY = { withinMs: 60_000, everyMs: 500 };

/** CRMs whose node creates or updates. */
const UPSERTING = ['Data Table', 'PostgreSQL or Supabase', 'MySQL or MariaDB'];

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

describe('Changes to CRM', () => {
	test.beforeEach(async ({ scene, crm }) => {
		scene.begin();
		await crm.fill([]);
	});

	test('follows, and whoever is refused holds nobody back', QUICK, async ({ scene, crm }) => {
		const { another, change, codeOf, customers, polling } = scene;
		const rowOf = async (code: string) => (await crm.rows()).find((row) => row.code === code);
		change(30, { CreditLimit: 'n/a' });
		change(31, { Code: '' });
		change(32, { Code: codeOf(33) });
		const out = [30, 31, 32, 33].map(codeOf);
		const others = () => rowsFor(scene).filter(({ code }) => !out.includes(String(code)));
		const executions = await polling(withOptions(EXAMPLE, TRIGGER, { maxEvents: 60 }));
		await waitFor(async () => (await crm.rows()).length > 0, { failure: 'No row' });
		change(3, { Name: 'Renamed early' });
		change(140, { Name: 'Renamed meanwhile' });
		customers.remove(145);
		customers.insert({ ...another(), Code: 'NEW' });
		await assertFollows(crm, others);
		const said = 'Not saved: created C000031: not confirmed.';
		assert.deepEqual(messagesOf(await executions()), [said]);

		change(30, { CreditLimit: 1 });
		// While a record has no identifier, no removal is output.
		change(31, { Code: 'NO LONGER EMPTY' });
		customers.remove(2);
		const isMarked = async () => (await rowOf('C000003'))?.active === false;
		await waitFor(isMarked, { ...SLOWLY, failure: 'A removed customer was not marked' });
		const isSaved = async () => (await rowOf('C000031')) !== undefined;
		await waitFor(isSaved, { ...SLOWLY, failure: 'A corrected customer was not saved' });
	});

	test('keeps two companies apart, and deletes where the node does', async ({ scene, crm }) => {
		const { begin, customers, polling, service } = scene;
		begin(20);
		const other = expectedRows(service).map(({ code, ...row }) => ({ ...row, code2: code }));
		await crm.fill(other);
		const others = await crm.rows();
		const operation = 'deleteRows';
		await polling(withNodes(EXAMPLE, { 'Mark inactive': { parameters: { operation } } }));
		const all = () => [...others, ...rowsFor(scene)];
		await assertFollows(crm, all);
		customers.remove(7, 2);
		await assertFollows(crm, all);
	});

	test('overwrites nothing where all lose a field, and goes on once it is back', async ({
		scene,
		crm,
	}) => {
		const { begin, change, changeAll, customers, polling } = scene;
		begin(20);
		const emails = range(0, 20).map((index) => customers.at(index)?.Email ?? null);
		const executions = await polling(EXAMPLE);
		const all = () => rowsFor(scene);
		await assertFollows(crm, all);
		const before = comparable(await crm.rows());
		changeAll(() => ({ Email: '' }));
		const said = async () => messagesOf(await executions())[0];
		const message = await waitFor(said, { ...SLOWLY, failure: 'No poll failed' });
		assert.equal(message, "No record has a value any more in 'Email'");
		assert.deepEqual(comparable(await crm.rows()), before);
		changeAll((_, index) => ({ Email: emails[index] ?? null }));
		change(3, { Name: 'Renamed meanwhile' });
		await assertFollows(crm, all);
	});

	test('saves a few in a test by hand, where nobody is removed', async ({ scene, crm }) => {
		assertSuccess(await scene.run(EXAMPLE));
		assert.equal((await crm.rows()).length, 2);
	});

	for (const [what, node] of Object.entries(SAVING_NOTHING)) {
		test(`names everyone where the node that saves ${what}`, async ({ scene }) => {
			const { begin, codeOf, polling } = scene;
			begin(3);
			const executions = await polling(withNodes(EXAMPLE, { [SAVING]: node }));
			const firstOf = async () => messagesOf(await executions())[0];
			const message = await waitFor(firstOf, { ...SLOWLY, failure: 'No execution failed' });
			assertNames(message, ...[0, 1, 2].map((index) => `created ${codeOf(index)}: `));
		});
	}

	for (const [what, answer] of Object.entries(ANSWERS)) {
		test(`takes a customer for saved where the node that saves ${what}`, async ({ scene }) => {
			assertSuccess(await scene.run(withNodes(EXAMPLE, { [SAVING]: returning(answer) })));
		});
	}

	for (const [what, answer] of Object.entries(REFUSALS)) {
		test(`names whom the CRM refuses where its node ${what}`, async ({ scene }) => {
			const { codeOf, messageOf } = scene;
			const refusing = withNodes(EXAMPLE, { [SAVING]: returning(answer) });
			const named = [`created ${codeOf(0)}: Refused`, `updated ${codeOf(1)}: Refused`];
			assert.equal(await messageOf(refusing), `Not saved: ${named.join('; ')}.`);
		});
	}

	test('goes on after a node that returns nothing, and names that one alone', async ({ scene }) => {
		const { codeOf, messageOf } = scene;
		const swallowing = `return $json.key === '${codeOf(0)}' ? [] : [{ json: { id: 1 } }];`;
		const message = await messageOf(withNodes(EXAMPLE, { [SAVING]: coded(swallowing) }));
		assert.equal(message, `Not saved: created ${codeOf(0)}: not confirmed.`);
	});
});

describe.each(UPSERTING)('Changes to %s', (name) => {
	test.override('crmName', name);

	test('has all but those whom it refuses, and says why', async ({ scene, crm }) => {
		const { begin, change, codeOf, customers, polling, service } = scene;
		const { fill, reason = '', refused, rows, upsert = {} } = crm;
		begin(60);
		for (const [index, fields] of ODD_CUSTOMERS) change(index, fields);
		customers.upsert(55, refused(customers.at(55) ?? {}));
		await fill([]);
		const executions = await polling(withNodes(EXAMPLE, { [SAVING]: upsert }));
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
});

/** What the table should have for the customers that there are now. */
function rowsFor({ service }: CrmScene): Row[] {
	return expectedRows(service).map((row) => ({ ...row, owner: null, code2: null }));
}

/** Waits until the table has what it should have. */
async function assertFollows(crm: Target, expected: () => Row[]): Promise<void> {
	const found = async () => comparable(await crm.rows());
	const isThere = async () => isDeepStrictEqual(await found(), comparable(expected()));
	await waitFor(isThere, { ...SLOWLY, failure: '' }).catch(() => undefined);
	assert.deepEqual(await found(), comparable(expected()), 'The table did not follow');
}

/** A node that returns these. @param items as code */
function returning(items: string): Partial<INode> {
	return coded(`return [${items}].map((json) => ({ json }));`);
}

function messagesOf(executions: Execution[]): string[] {
	return executions.flatMap(({ error }) => error?.message ?? []);
}
