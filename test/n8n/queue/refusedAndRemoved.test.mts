import assert from 'node:assert/strict';
import { withNodes, withSettings } from '../../../harness/workflow/examples.mts';
import { BATCH, IN_THE_SECOND_BATCH_ALONE } from './copying.mts';
import { test, withEither } from './queue.mts';

/** This customer is alone in the last batch. */
const LAST = BATCH;

withEither(() => {
	test('names who is refused, and mentions others only where there are some', async ({
		copying,
	}) => {
		const { assertCopied, begin, change, message } = copying;
		await begin(LAST + 1);
		for (let index = 0; index <= LAST; index++) change(index, { Code: 1_000 + index });
		await assertCopied();
		const { Name } = change(LAST, { CreditLimit: 'a lot' });
		const one = `Not saved (1 of ${LAST + 1} customers): ${1_000 + LAST} ${Name} (no reason given).`;
		assert.equal(await message(), `${one} All others were saved.`);

		await begin(1);
		change(0, { CreditLimit: 'a lot' });
		assert.match(await message(), /^Not saved \(1 of 1 customers\): .* \(no reason given\)\.$/);
	});

	test('saves all but those that share a code, have none or are refused', async ({ copying }) => {
		const { begin, change, crm, message } = copying;
		await begin(3 * BATCH);
		const { Name: nameless } = change(3, { Code: undefined });
		change(10, { Code: 'C000012' });
		change(20, { Code: 'C000501' });
		change(300, { CreditLimit: 'a lot' });
		const others = await message();
		assert.match(others, /^Not saved \(5 of 600 customers\): .*\. All others were saved\.$/);
		assert.ok(others.includes(`${nameless} `), others);
		assert.match(others, /\(no code, so nobody was marked inactive\)/);
		assert.match(others, /C000012 [^(]*, C000012 [^(]*\(shared code C000012\); /);
		assert.match(others, /C000301 .*\(no reason given\)/);
		assert.match(others, /C000501 \(in the list twice, with different values\)/);
		assert.equal((await crm.rows()).length, 3 * BATCH - 5);

		change(450, { Code: 'C000012' });
		await message();
		assert.match(await message(), /C000012, C000501 \(in the list twice, with different values\)/);
	});

	test('marks whom two complete runs missed, once, or deletes them, up to a fifth', async ({
		copying,
	}) => {
		const { assertCopied, assertInactive, begin, change, crm, list, message } = copying;
		const { publish, removed, service } = copying;
		const codes = async () => (await crm.rows()).map(({ code }) => code);
		await begin(2 * BATCH);
		await assertCopied();
		const returning = list.at(101);
		const odd = change(300, { CreditLimit: 'a lot' });
		list.remove(100, 3);
		const refused = /^Not saved \(1 of 397 customers\): C000301 /;
		assert.match(await message(), refused);
		service.setFaults([IN_THE_SECOND_BATCH_ALONE]);
		assert.match(await message(), /^Customers are missing/);
		service.setFaults([]);
		await assertInactive([], 'Only a complete run counts');
		assert.match(await message(), refused);
		await assertInactive(['1 C000101', '1 C000102', '1 C000103']);
		assert.equal((await codes()).length, 400);

		list.upsert(297, odd);
		list.insert({ ...returning });
		await crm.query("update crm_contacts set active = true where code = 'C000101'");
		assert.equal(await removed(), 0);
		await assertInactive(['1 C000103'], 'Nobody is marked again');

		const deleting = { 'Delete from CRM': { disabled: false } };
		await publish((example) => withNodes(example, deleting));
		assert.equal(await removed(), 0);
		const left = await codes();
		assert.ok(left.includes('C000102') && !left.includes('C000101') && !left.includes('C000103'));
		list.remove(0, 100);
		assert.equal(await removed(), 0);
		for (const _ of ['first', 'second']) {
			assert.match(await message(), /^100 of 398 rows have no customer, .* none was removed/);
		}
		assert.deepEqual(await codes(), left);
	});

	test('marks nobody of another company, nor after counting a customer twice', async ({
		copying,
	}) => {
		const { assertInactive, begin, crm, list, message, publish, removed } = copying;
		await begin(60);
		assert.equal(await removed(), 0);
		list.remove(5);
		list.insert({ ...list.at(0) });
		for (const _ of ['first', 'second']) {
			assert.match(await message(), /^Not saved \(2 of 60 customers\): C000001 .* C000001 /);
		}
		list.remove(59);
		assert.equal(await removed(), 0);
		assert.equal(await removed(), 1);
		await assertInactive(['1 C000006']);

		await publish((example) => withSettings(example, { companyId: '2' }));
		// As a run of the first company leaves them that missed two customers, one for the second time.
		const missed = `update crm_contacts set missed = right(code, 1)::int where code in ('C000011', 'C000012')`;
		await crm.query(missed);
		list.remove(30, 20);
		assert.equal(await removed(), 0);
		list.remove(0, 3);
		assert.equal(await removed(), 0);
		assert.equal(await removed(), 3);
		await assertInactive(['2 C000001', '2 C000002', '2 C000003', '1 C000006']);
		assert.equal((await crm.rows()).length, 60 + 39);
		const still = `select missed from crm_contacts where missed > 0 and removed is null order by 1`;
		assert.deepEqual(await crm.query(still), [{ missed: 1 }, { missed: 2 }]);
	});
});
