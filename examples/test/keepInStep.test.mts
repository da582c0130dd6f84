import assert from 'node:assert/strict';
import { describe } from 'vitest';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import { withNodes } from '../../harness/workflow/examples.mts';
import { customersOf } from '../../harness/workflow/rows.mts';
import { QUICK } from '../../test/support/suite.mts';
import { assertEvents, assertNames, assertSavedOrNamed } from './asserts.mts';
import { test } from './crm.mts';
import { expectedIn } from './inStep.mts';
import { ODD_CUSTOMERS } from './odd.mts';
import { REAL } from './real/crms.mts';
import { COMPARING } from './target.mts';
import { withText } from './withText.mts';

/** The CRM gets in step and stays so, and nobody is lost unnamed or changed who is none of ours. */
describe.each(Object.keys(REAL))('Keep %s in step', (name) => {
	test.override('crmName', name);
	const quick = ['Data Table', 'NocoDB'].includes(name) ? QUICK : {};

	test('is filled with each customer, once and as it is, and then left alone', async ({
		scene,
		crm,
		inStep,
	}) => {
		await crm.fill([]);
		const created = scene.customers.page(0, 60).map(({ Code }) => `created ${String(Code)}`);
		await inStep.assertInStep(created, expectedIn(scene), inStep.filling);
	});

	test(
		'gets back what was changed by hand, loses what was cleared, and keeps its own field',
		quick,
		async ({ scene, inStep }) => {
			const [first, second, missing, ...others] = expectedIn(scene);
			const owned = { ...first, owner: 'Kim' };
			const alone = { company: 'By hand alone', phone: '+1 999 555 0199' };
			const byHand = { ...missing, code: 'HAND', ...alone };
			await inStep.fillBeside([
				{ ...owned, company: 'By hand', creditLimit: 1 },
				{ ...second, email: 'by.hand@example.com', creditLimit: null },
				...[...others, byHand],
			]);
			scene.change(9, { City: '', Phone: null });
			await inStep.assertInStep(
				['created C000002', 'updated 000042', 'updated 1000', 'updated C000010', 'removed HAND'],
				[owned, ...expectedIn(scene).slice(1), { ...byHand, active: false }],
			);
		},
	);

	test('marks a removed customer once, and brings it back', async ({ scene, inStep }) => {
		const { customers } = scene;
		await inStep.fillBeside();
		const marked = expectedIn(scene).map((row) => {
			return row.code === 'C000008' ? { ...row, active: false } : row;
		});
		const removed = customers.at(7) ?? {};
		customers.remove(7);
		await inStep.assertInStep(['removed C000008'], marked);
		customers.insert(removed, 7);
		await inStep.assertInStep(['updated C000008']);
	});

	test('keeps two companies apart that have the same codes', async ({ scene, crm, inStep }) => {
		const { changeAll, run } = scene;
		// Otherwise each would take the other's contacts.
		const own = withNodes(inStep.filling, { [COMPARING]: { parameters: { matchBy: [] } } });
		await crm.fill([]);
		assertSuccess(await run(own));
		const ofOne = await crm.rows();
		const customers = customersOf(scene.service);
		changeAll(({ Name }) => ({ Name: `Other ${String(Name)}` }));
		const toOther = (text: string) =>
			text.replace(/"(fields\.)?code"/g, '"$1code2"').replace(/\bjson\.code\b/g, 'json.code2');
		const other = withText(own, toOther);
		assertSuccess(await run(other));
		const ofBoth = await crm.rows();
		assert.equal(ofBoth.length, 120);
		assert.deepEqual(ofBoth.slice(0, 60), ofOne);
		assertEvents(await run(other), []);
		changeAll((_, index) => customers[index] ?? {});
		assertEvents(await run(own), []);
	});

	test('has odd values as they are, or names whose they are', async ({ scene, crm, inStep }) => {
		await crm.fill(expectedIn(scene));
		for (const [index, fields] of ODD_CUSTOMERS) scene.change(index, fields);
		const runAgain = await scene.published(inStep.example);
		await runAgain();
		const { message = '' } = (await runAgain()).error ?? {};
		assertSavedOrNamed(customersOf(scene.service), await crm.rows(), message);
	});

	test(
		'has all others where it refuses three, and each later execution names these',
		quick,
		async ({ scene, crm, inStep }) => {
			const { another, change, codeOf, customers, published } = scene;
			const { isAllOrNone = false, refused } = crm;
			await inStep.fillBeside();
			change(6, { Name: 'Changed' });
			customers.insert(another());
			const saved = expectedIn(scene);
			customers.upsert(5, refused(customers.at(5) ?? {}));
			for (const _ of ['one', 'another']) customers.insert(refused(another()));
			const named = [
				...[5, 61, 62].map((index) => `"${codeOf(index)}"`),
				'output as updated before',
				'output as created before',
			];
			const runAgain = await published(inStep.example);
			for (let nth = 1; nth <= 5; nth++) {
				const { message = '' } = (await runAgain()).error ?? {};
				if (nth === 1) assert.equal(message, '');
				else assertNames(message, ...named);
				if (!isAllOrNone) await inStep.assertRows(saved);
			}
		},
	);
});
