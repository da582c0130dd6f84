import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import { assertSuccess } from '../../../harness/n8n/execution.mts';
import type { Check } from '../../../harness/script/checks.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { readExample, withNodes } from '../../../harness/workflow/examples.mts';
import { expectedRows } from '../../../harness/workflow/rows.mts';
import type { DataRecord } from '../../../service/records.mts';
import { startCreateOnly } from './createOnly.mts';
import { assertNames, checksOf, comparable, quick, withText, type Scene } from './scene.mts';
import { COMPARING, type Target } from './target.mts';

const EXAMPLE = readExample('keep-the-crm-in-step.json');
const NOTHING = { type: 'n8n-nodes-base.noOp', typeVersion: 1 };

/** What happens in some night, while nobody looks. */
export function nights(
	scene: Scene,
	{ fill, rows }: Target,
	{ cleanup }: Pick<ScriptTools, 'cleanup'>,
): Check[] {
	const { another, begin, change, changeAll, customers, published, run, service } = scene;
	const start = async () => {
		begin(60);
		await fill(expectedRows(service));
	};

	return checksOf('Nights', start, {
		'executions that overlap create nobody twice, and the later one names whom it holds back':
			quick(async () => {
				const crm = await startCreateOnly();
				cleanup.add(crm.close);
				crm.rows.push(...expectedRows(service));
				const added = Array.from({ length: 10 }, another);
				for (const customer of added) customers.insert(customer);
				const codes = added.map(({ Code }) => String(Code));
				const example = withNodes(EXAMPLE, {
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
				});
				await published(example, async (runAgain) => {
					const first = runAgain();
					await sleep(1_500);
					const { error } = await runAgain();
					// By then, a few rows were saved, so they are read.
					assertNames(error?.message ?? '', ...codes.slice(5), 'output as created before');
					assertSuccess(await first);
					const saved = crm.rows
						.map(({ code }) => code)
						.filter((code) => codes.includes(String(code)));
					assert.deepEqual(saved.sort(), codes.sort());
				});
			}),
		'a code that changed creates nobody and marks nobody, and both codes are named': quick(
			async () => {
				const before = comparable(await rows());
				change(20, { Code: 'RENUMBERED' });
				await published(EXAMPLE, async (runAgain) => {
					for (const _ of ['one', 'another']) {
						const { error } = await runAgain();
						assertNames(error?.message ?? '', '"RENUMBERED" as "C000021"');
						assert.deepEqual(comparable(await rows()), before);
					}
				});
			},
		),
		async 'a field that comes back empty for everybody empties it nowhere, and others are saved'() {
			const emails = async () => (await rows()).map(({ email }) => email);
			const before = await emails();
			changeAll(() => ({ Email: '' }));
			const added: DataRecord = { ...another(), Email: '' };
			customers.insert(added);
			await published(EXAMPLE, async (runAgain) => {
				const { error } = await runAgain();
				assertNames(error?.message ?? '', "No record has a value in 'Email', but 60 input items");
			});
			const { error } = await run(EXAMPLE);
			assertNames(error?.message ?? '', "No record has a value in 'Email', but 60 input items");
			const after = await rows();
			assert.deepEqual(
				after.slice(0, 60).map(({ email }) => email),
				before,
			);
			assert.equal(after.at(-1)?.code, added.Code);
		},
		async 'a field that differs nearly everywhere is saved only by hand'() {
			const limits = async () => (await rows()).map(({ creditLimit }) => Number(creditLimit));
			const before = await limits();
			changeAll(({ CreditLimit }) => ({ CreditLimit: 100 * Number(CreditLimit) + 1 }));
			await published(EXAMPLE, async (runAgain) => {
				const { error } = await runAgain();
				assertNames(error?.message ?? '', "'CreditLimit' differs in 60 of the 60 input items");
				assert.deepEqual(await limits(), before);
			});
			assertSuccess(await run(EXAMPLE));
			assert.deepEqual(
				await limits(),
				before.map((limit) => 100 * limit + 1),
			);
		},
		async 'a path that no row has is said in the first execution'() {
			const misspelled = withText(
				EXAMPLE,
				(text) => text.replace('"value":"city"', '"value":"adress.city"'),
				COMPARING,
			);
			const { runData } = await run(misspelled);
			const hints = (runData[COMPARING] ?? []).flatMap((one) => one.hints);
			assertNames(
				hints.map(({ message }) => message).join(),
				"No input item has the field 'adress.city'",
			);
		},
		async 'customers who share a number keep nobody from being marked'() {
			for (const index of [50, 51, 52]) change(index, { Code: '299999' });
			await fill(expectedRows(service).filter(({ code }) => code !== '299999'));
			customers.remove(7);
			const { error } = await run(EXAMPLE);
			assertNames(error?.message ?? '', 'records 50, 51, and 52 in the list differ');
			const marked = (await rows()).filter(({ active }) => !active).map(({ code }) => code);
			assert.deepEqual(marked, ['C000008']);
		},
	});
}

/** A node that calls an API. */
function requests(url: string, parameters: INode['parameters']): Partial<INode> {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url, options: {}, ...parameters },
	};
}
