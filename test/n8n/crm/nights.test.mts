import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import { describe } from 'vitest';
import { assertSuccess } from '../../../harness/n8n/execution.mts';
import { readExample, withNodes } from '../../../harness/workflow/examples.mts';
import { expectedRows } from '../../../harness/workflow/rows.mts';
import type { DataRecord } from '../../../service/records.mts';
import { QUICK } from '../../support/suite.mts';
import { assertNames, comparable } from './asserts.mts';
import { startCreateOnly } from './createOnly.mts';
import { test } from './crm.mts';
import { COMPARING } from './target.mts';
import { withText } from './withText.mts';

const EXAMPLE = readExample('keep-the-crm-in-step.json');
const NOTHING = { type: 'n8n-nodes-base.noOp', typeVersion: 1 };

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
			const crm = await startCreateOnly();
			onTestFinished(crm.close);
			crm.rows.push(...expectedRows(service));
			const added = Array.from({ length: 10 }, another);
			for (const customer of added) customers.insert(customer);
			const codes = added.map(({ Code }) => String(Code));
			const runAgain = await published(
				withNodes(EXAMPLE, {
					'Read the CRM': requests(crm.url, {}),
					'Create in CRM': requests(crm.url, {
						method: 'POST',
						sendBody: true,
						specifyBody: 'json',
						jsonBody: '={{ { code: $json.Code, company: $json.Name } }}',
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
		const said = "No record has a value in 'Email', but 60 input items";
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
		assertNames(error?.message ?? '', "'CreditLimit' differs in 60 of the 60 input items");
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
		assertNames(messages, "No input item has the field 'adress.city'");
	});

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

/** A node that calls an API. */
function requests(url: string, parameters: INode['parameters']): Partial<INode> {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url, options: {}, ...parameters },
	};
}
