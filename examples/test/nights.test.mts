import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from 'vitest';
import { assertSuccess, outputsOf } from '../../harness/n8n/execution.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { expectedRows } from '../../harness/workflow/rows.mts';
import type { DataRecord } from '../../service/records.mts';
import { range } from '../../test/support/range.mts';
import { QUICK } from '../../test/support/suite.mts';
import { assertEvents, assertNames, comparable } from './asserts.mts';
import { requests, sends, startContactsApi } from './contactsApi.mts';
import { test } from './crm.mts';
import { COMPARING } from './target.mts';
import { withText } from './withText.mts';

const EXAMPLE = readExample('keep-the-crm-in-step.json');
const NOTHING = { type: 'n8n-nodes-base.noOp', typeVersion: 1 };

const CREATING = sends('POST', '$json');

/** What happens in some night, while nobody looks. */
describe('Nights', () => {
	test.beforeEach(async ({ scene, crm }) => {
		scene.begin(60);
		await crm.fill(expectedRows(scene.service));
	});

	test(
		'executions that overlap create nobody twice, and the later one names whom it holds back',
		QUICK,
		async ({ scene, onTestFinished }) => {
			const { another, customers, published, service } = scene;
			const crm = await startContactsApi();
			onTestFinished(crm.close);
			crm.fill(expectedRows(service));
			const added = Array.from({ length: 10 }, another);
			for (const customer of added) customers.insert(customer);
			const codes = added.map(({ Code }) => String(Code));
			const runAgain = await published(
				withNodes(EXAMPLE, {
					'Read the CRM': requests(crm.url),
					'Create in CRM': requests(crm.url, {
						...CREATING,
						// One customer after the other.
						options: { batching: { batch: { batchSize: 1, batchInterval: 500 } } },
					}),
					'Update in CRM': NOTHING,
					'Mark inactive': NOTHING,
				}),
			);
			const first = runAgain();
			await sleep(1_500);
			const { error } = await runAgain();
			// By then, a few rows were saved, so they are read.
			assertNames(error?.message ?? '', ...codes.slice(5), 'output as created before');
			assertSuccess(await first);
			const saved = crm.rows.map(({ code }) => code).filter((code) => codes.includes(String(code)));
			assert.deepEqual(saved.sort(), codes.sort());
		},
	);

	test(
		'a CRM that is read in part gets one copy of whom it hides, whatever changes, and a message every night',
		QUICK,
		async ({ scene, onTestFinished }) => {
			const { change, codeOf, published, service } = scene;
			const crm = await startContactsApi();
			onTestFinished(crm.close);
			crm.fill(expectedRows(service));
			const hidden = range(55, 60);
			const runAgain = await published(
				withNodes(EXAMPLE, {
					'Read the CRM': requests(`${crm.url}?limit=55`),
					'Create in CRM': requests(crm.url, CREATING),
					'Update in CRM': NOTHING,
					'Mark inactive': NOTHING,
				}),
			);
			assertSuccess(await runAgain());
			for (const night of range(1, 5)) {
				for (const index of hidden) change(index, { CreditLimit: night });
				const { error } = await runAgain();
				assertNames(error?.message ?? '', ...hidden.map(codeOf), 'output as created before');
			}
			const codes = crm.rows.map(({ code }) => code);
			const rows = hidden.map((index) => codes.filter((code) => code === codeOf(index)).length);
			assert.deepEqual(rows, [2, 2, 2, 2, 2]);
		},
	);

	test('rows that come five times count once', QUICK, async ({ scene, onTestFinished }) => {
		const { customers, published, service } = scene;
		const crm = await startContactsApi();
		onTestFinished(crm.close);
		crm.fill(expectedRows(service));
		crm.rows.push(...crm.rows, ...crm.rows, ...crm.rows, ...crm.rows);
		customers.remove(1, 59);
		const runAgain = await published(
			withNodes(EXAMPLE, {
				'Read the CRM': requests(crm.url),
				'Create in CRM': NOTHING,
				'Update in CRM': NOTHING,
				'Mark inactive': NOTHING,
			}),
		);
		const { error } = await runAgain();
		assertNames(error?.message ?? '', '59 of 60 contacts have no record in the list');
	});

	test(
		'branches with equal values whose codes change together are neither created nor marked',
		QUICK,
		async ({ scene, crm }) => {
			const { change, codeOf, customers, published, service } = scene;
			const branches = [10, 11, 12];
			const before = branches.map(codeOf);
			for (const index of branches) change(index, { ...customers.at(10), Code: codeOf(index) });
			await crm.fill(expectedRows(service));
			const rows = comparable(await crm.rows());
			for (const index of branches) change(index, { Code: `K${index}` });
			const { error } = await (await published(EXAMPLE))();
			assertNames(error?.message ?? '', '"K10"', '"K11"', '"K12"', ...before);
			assert.deepEqual(comparable(await crm.rows()), rows);
		},
	);

	test(
		'a phone that nine customers had empties none of them where all come back empty',
		QUICK,
		async ({ scene, crm }) => {
			const { changeAll, published, service } = scene;
			changeAll(({ Phone = null }, index) => ({ Phone: index < 9 ? Phone : '' }));
			await crm.fill(expectedRows(service));
			const before = comparable(await crm.rows());
			changeAll(() => ({ Phone: '' }));
			const { error } = await (await published(EXAMPLE))();
			assertNames(error?.message ?? '', "No record has a value in 'Phone', but 9 contacts");
			assert.deepEqual(comparable(await crm.rows()), before);
		},
	);

	test('a report says what the published workflow holds back', QUICK, async ({ scene }) => {
		const { change, published } = scene;
		for (const index of range(0, 40)) change(index, { City: 'Elsewhere' });
		const runAgain = await published(readExample('what-differs.json'));
		const [, [summary] = []] = outputsOf(await runAgain(), COMPARING);
		assert.deepEqual([summary?.updated, summary?.heldBack], [0, 40]);
	});

	test(
		'a code that changed creates nobody and marks nobody, and both codes are named',
		QUICK,
		async ({ scene, crm }) => {
			const before = comparable(await crm.rows());
			scene.change(20, { Code: 'RENUMBERED' });
			const runAgain = await scene.published(EXAMPLE);
			for (const _ of ['one', 'another']) {
				const { error } = await runAgain();
				assertNames(error?.message ?? '', '"RENUMBERED" as "C000021"');
				assert.deepEqual(comparable(await crm.rows()), before);
			}
		},
	);

	test('a field that comes back empty for everybody empties it nowhere, and others are saved', async ({
		scene,
		crm,
	}) => {
		const { another, changeAll, customers, messageOf, published } = scene;
		const emails = async () => (await crm.rows()).map(({ email }) => email);
		const before = await emails();
		changeAll(() => ({ Email: '' }));
		const added: DataRecord = { ...another(), Email: '' };
		customers.insert(added);
		const said = "No record has a value in 'Email', but 60 contacts";
		const runAgain = await published(EXAMPLE);
		assertNames((await runAgain()).error?.message ?? '', said);
		assertNames(await messageOf(EXAMPLE), said);
		assert.deepEqual((await emails()).slice(0, 60), before);
		assert.equal((await crm.rows()).at(-1)?.code, added.Code);
	});

	test('a field that differs nearly everywhere is saved only by hand', async ({ scene, crm }) => {
		const { changeAll, published, run } = scene;
		const limits = async () => (await crm.rows()).map(({ creditLimit }) => Number(creditLimit));
		const before = await limits();
		changeAll(({ CreditLimit }) => ({ CreditLimit: 100 * Number(CreditLimit) + 1 }));
		const runAgain = await published(EXAMPLE);
		const { error } = await runAgain();
		assertNames(error?.message ?? '', "'CreditLimit' differs in 60 of the 60 contacts");
		assert.deepEqual(await limits(), before);
		assertSuccess(await run(EXAMPLE));
		const raised = before.map((limit) => 100 * limit + 1);
		assert.deepEqual(await limits(), raised);
	});

	test('a path that no row has is said in the first execution', async ({ scene }) => {
		const misspelled = (text: string) => text.replace('"value":"city"', '"value":"adress.city"');
		const { runData } = await scene.run(withText(EXAMPLE, misspelled, COMPARING));
		const hints = (runData[COMPARING] ?? []).flatMap((one) => one.hints);
		const messages = hints.map(({ message }) => message).join();
		assertNames(messages, "No contact has the field 'adress.city'");
	});

	test(
		'a CRM that is to have only active customers follows them',
		QUICK,
		async ({ scene, crm }) => {
			const { change, changeAll, codeOf, customers, published, service } = scene;
			changeAll((_, index) => ({ Active: index < 50 }));
			await crm.fill(expectedRows(service).slice(1, 50));
			const conditions = [{ field: 'Active', condition: 'is', value: 'true' }];
			const onlyActive = { [COMPARING]: { parameters: { onlyRecords: { conditions } } } };
			const runAgain = await published(withNodes(EXAMPLE, onlyActive));
			assertEvents(await runAgain(), [`created ${codeOf(0)}`]);
			const deactivated = [10, 11, 12];
			for (const index of deactivated) change(index, { Active: false });
			const removed = deactivated.map((index) => `removed ${codeOf(index)}`);
			assertEvents(await runAgain(), removed);
			assertEvents(await runAgain(), []);
			change(11, { Active: true });
			assertEvents(await runAgain(), [`updated ${codeOf(11)}`]);
			assertEvents(await runAgain(), []);
			const active = (await crm.rows()).filter((row) => row.active).map(({ code }) => code);
			const wanted = customers.page(0, 60).filter(({ Active }) => Active);
			assert.deepEqual(active.sort(), wanted.map(({ Code }) => Code).sort());
		},
	);

	test('customers who share a number keep nobody from being marked', async ({ scene, crm }) => {
		const { change, customers, messageOf, service } = scene;
		for (const index of [50, 51, 52]) change(index, { Code: '299999' });
		await crm.fill(expectedRows(service).filter(({ code }) => code !== '299999'));
		customers.remove(7);
		assertNames(await messageOf(EXAMPLE), 'records 50, 51, and 52 in the list differ');
		const marked = (await crm.rows()).filter(({ active }) => !active).map(({ code }) => code);
		assert.deepEqual(marked, ['C000008']);
	});
});
