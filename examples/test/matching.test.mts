import assert from 'node:assert/strict';
import { describe } from 'vitest';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { withNodes, withOptions } from '../../harness/workflow/examples.mts';
import { range } from '../../test/support/range.mts';
import { QUICK } from '../../test/support/suite.mts';
import { assertEvents, assertNames, comparable } from './asserts.mts';
import { test } from './crm.mts';
import { expectedIn, inColumns } from './inStep.mts';
import type { CrmScene } from './scene.mts';
import { COMPARING } from './target.mts';

const NIGHTS = range(1, 6);

/** A CRM that has contacts already is the normal case: each is found, or named, and nobody is there twice. */
describe.each(['Data Table', 'PostgreSQL or Supabase'])('Contacts without a code in %s', (name) => {
	test.override('crmName', name);

	test(
		'get the codes of customers with their address or name, and stay',
		QUICK,
		async ({ scene, crm }) => {
			const { begin, change, codeOf, customers, messageOf, published, run } = scene;
			begin(200);
			change(20, { Email: customers.at(21)?.Email });
			const contacts = range(0, 150).map(contactsIn(scene));
			for (const one of contacts.slice(0, 4)) one.email = String(one.email).toUpperCase();
			for (const one of contacts.slice(10, 12)) one.email = null;
			await crm.fill(contacts);
			const before = await crm.rows();
			const runAgain = await published(crm.inStep);
			// At night, a CRM that lost the field would be filled once more.
			assertNames((await runAgain()).error?.message ?? '', 'No contact has a value in');
			assertNames(await messageOf(crm.inStep), '50 of 200 records are not in the input');
			assert.deepEqual(await crm.rows(), before);

			const filling = withOptions(crm.inStep, COMPARING, { maxCreated: 100 });
			const found = range(0, 150).map((nth) => `updated ${codeOf(nth)}`);
			const added = range(150, 200).map((nth) => `created ${codeOf(nth)}`);
			assertEvents(await run(filling), [...added, ...found]);
			const rows = await crm.rows();
			const idsOf = (all: Row[]) => all.slice(0, 150).map(({ id }) => id);
			assert.deepEqual(idsOf(rows), idsOf(before));
			assert.deepEqual(comparable(rows.map(inColumns)), expectedIn(scene));
			for (const _ of NIGHTS) assertEvents(await runAgain(), []);
			assert.deepEqual(await crm.rows(), rows);
		},
	);

	test('are named and left alone where it is not clear whose they are', async ({ scene, crm }) => {
		const { begin, change, codeOf, customers, published } = scene;
		begin(60);
		const contactOf = contactsIn(scene);
		const emailOf = (nth: number) => String(contactOf(nth).email);
		change(5, { Email: emailOf(6) });
		const unclear = [
			{ ...contactOf(6), company: 'Of both' },
			...['one', 'another'].map((company) => ({ ...contactOf(40), company })),
			{ ...contactOf(41), code: 'OTHER' },
			{ ...contactOf(42), email: emailOf(42).replace('.', ''), company: 'Spelled otherwise' },
			{ ...contactOf(43), email: 'elsewhere@example.com' },
		];
		const isUnclear = (nth: number) => [5, 6, 40, 41, 42, 43].includes(nth);
		const coded = expectedIn(scene).filter((_, nth) => nth < 40 && !isUnclear(nth));
		await crm.fill([...unclear, ...coded]);
		const before = (await crm.rows()).slice(0, unclear.length);
		const runAgain = await published(withOptions(crm.inStep, COMPARING, { maxCreated: 100 }));
		for (const _ of NIGHTS) {
			const { message = '' } = (await runAgain()).error ?? {};
			assertNames(
				message,
				`"${emailOf(6)}" ("${codeOf(5)}" and "${codeOf(6)}")`,
				`"${emailOf(40)}" ("${codeOf(40)}")`,
				`under another identifier: "${codeOf(41)}" as "OTHER"`,
				`("${codeOf(42)}")`,
				`"${String(customers.at(43)?.Name)}" ("${codeOf(43)}")`,
			);
			const rows = await crm.rows();
			assert.deepEqual(rows.slice(0, unclear.length), before);
			const codes = rows.slice(unclear.length).map(({ code }) => String(code));
			const clear = range(0, 60).filter((nth) => !isUnclear(nth));
			assert.deepEqual(codes.toSorted(), clear.map(codeOf).toSorted());
		}
	});

	test(
		'get codes and a mark where their customers are left out, and are back with these',
		QUICK,
		async ({ scene, crm }) => {
			const { begin, change, changeAll, codeOf, customers, published, run } = scene;
			begin(60);
			changeAll((_, nth) => ({ Active: nth >= 5 }));
			const contacts = range(0, 50).map(contactsIn(scene));
			for (const nth of [4, 20]) contacts[nth] = { phone: customers.at(nth)?.Phone, active: true };
			await crm.fill(contacts);
			const conditions = [{ field: 'Active', condition: 'is', value: 'true' }];
			const onlyActive = { [COMPARING]: { parameters: { onlyRecords: { conditions } } } };
			const draft = withNodes(crm.inStep, onlyActive);
			const leftOut = range(0, 5).map((nth) => `removed ${codeOf(nth)}`);
			const found = range(5, 50).map((nth) => `updated ${codeOf(nth)}`);
			const added = range(50, 60).map((nth) => `created ${codeOf(nth)}`);
			const filling = withOptions(draft, COMPARING, { maxCreated: 100 });
			assertEvents(await run(filling), [...added, ...found, ...leftOut]);
			const marksOf = async () =>
				Object.fromEntries((await crm.rows()).map(({ code, active }) => [code, active]));
			const marks = range(0, 60).map((nth) => [codeOf(nth), nth >= 5]);
			assert.deepEqual(await marksOf(), Object.fromEntries(marks));
			const runAgain = await published(draft);
			for (const _ of NIGHTS) assertEvents(await runAgain(), []);
			for (const nth of [0, 4]) change(nth, { Active: true });
			assertEvents(
				await runAgain(),
				[0, 4].map((nth) => `updated ${codeOf(nth)}`),
			);
			assertEvents(await runAgain(), []);
			assert.equal((await crm.rows()).length, 60);
		},
	);

	test(
		'are output as updated until the CRM takes their codes, and never created',
		QUICK,
		async ({ scene, crm }) => {
			const { begin, codeOf, customers, published, run } = scene;
			begin(60);
			const bare = [20, 21, 22];
			await crm.fill(
				expectedIn(scene).map((row, nth) => (bare.includes(nth) ? { ...row, code: null } : row)),
			);
			const taken = customers.at(20) ?? {};
			customers.upsert(20, crm.refused(taken));
			const codes = async () => (await crm.rows()).map(({ code }) => code);
			const all = range(0, 60).map(codeOf);
			const runAgain = await published(crm.inStep);
			const updated = bare.map((nth) => `updated ${codeOf(nth)}`);
			assertEvents(await runAgain(), updated);
			for (const _ of NIGHTS) {
				const { message = '' } = (await runAgain()).error ?? {};
				assertNames(message, `"${codeOf(20)}"`, 'output as updated before');
				const left = all.map((code, nth) => (nth === 20 ? null : code));
				assert.deepEqual(await codes(), left);
			}
			customers.upsert(20, taken);
			assertSuccess(await run(crm.inStep));
			assertEvents(await runAgain(), []);
			assert.deepEqual(await codes(), all);
		},
	);
});

/** What a CRM has of customers before anybody keeps it in step. */
function contactsIn({ customers }: CrmScene) {
	return (nth: number): Row => {
		const { Name, Email } = customers.at(nth) ?? {};
		return { company: Name, email: Email, active: true };
	};
}
