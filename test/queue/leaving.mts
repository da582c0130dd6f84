import assert from 'node:assert/strict';
import type { DataRecord } from '../../service/records.mts';
import { assertSuccess, outputOf } from '../../harness/n8n/execution.mts';
import type { N8nRest } from '../../harness/n8n/rest.mts';
import type { Crm } from '../../harness/servers/crm.mts';
import { withNodes, withSettings } from '../../harness/workflow/examples.mts';
import { BATCH, IN_THE_SECOND_BATCH_ALONE } from './batches.mts';
import type { Cluster } from './cluster.mts';
import { EXAMPLES, type Copying } from './copying.mts';

/** The last batch has this one customer alone. */
const LAST = BATCH;

/** Either example saves the others where some cannot be saved, and says who and why. */
export async function leaveOut({ sandbox }: Cluster, copying: Copying): Promise<string> {
	const { rest, service } = sandbox;
	const { GetCustomers: list } = service.lists;
	const change = (index: number, fields: DataRecord) =>
		list.upsert(index, { ...list.at(index), ...fields });
	for (const file of Object.values(EXAMPLES)) {
		const start = await copying.publish(file, BATCH);
		const message = async () => (await rest.finished(await start())).error?.message ?? '';

		await copying.begin(LAST + 1);
		for (let index = 0; index <= LAST; index++) change(index, { Code: 1_000 + index });
		await copying.assertCopied(await start());

		change(LAST, { CreditLimit: 'a lot' });
		const { Name } = list.at(LAST) ?? {};
		const one = `Not saved (1 of ${LAST + 1} customers): ${1_000 + LAST} ${Name} (no reason given).`;
		assert.equal(await message(), `${one} All others were saved.`);

		await copying.begin(3 * BATCH);
		const nameless = list.at(3)?.Name;
		change(3, { Code: undefined });
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
		assert.equal((await copying.crm.rows()).length, 3 * BATCH - 5);

		change(450, { Code: 'C000012' });
		await message();
		assert.match(await message(), /C000012, C000501 \(in the list twice, with different values\)/);
	}
	return 'They saved all but those that share a code, have none or were refused, and named these';
}

/** Either example marks who two complete runs missed, once, and not more than a fifth. */
export async function markInactive({ sandbox }: Cluster, copying: Copying): Promise<string> {
	const { rest, service } = sandbox;
	const { GetCustomers: list } = service.lists;
	const { crm } = copying;
	const codes = async () => (await crm.rows()).map(({ code }) => code);
	for (const file of Object.values(EXAMPLES)) {
		let start = await copying.publish(file, BATCH);
		const message = async () => (await rest.finished(await start())).error?.message ?? '';

		await copying.begin(2 * BATCH);
		await copying.assertCopied(await start());
		const [odd, returning] = [list.at(300), list.at(101)];
		list.upsert(300, { ...odd, CreditLimit: 'a lot' });
		list.remove(100, 3);
		const refused = /^Not saved \(1 of 397 customers\): C000301 /;
		assert.match(await message(), refused);
		service.setFaults([IN_THE_SECOND_BATCH_ALONE]);
		assert.match(await message(), /^Customers are missing/);
		service.setFaults([]);
		assert.deepEqual(await inactive(crm), [], 'Only a complete run counts');
		assert.match(await message(), refused);
		assert.deepEqual(await inactive(crm), ['1 C000101', '1 C000102', '1 C000103']);
		assert.equal((await codes()).length, 400);

		list.upsert(297, { ...odd });
		list.insert({ ...returning });
		await crm.query("update crm_contacts set active = true where code = 'C000101'");
		assert.equal(await removedBy(rest, start), 0);
		assert.deepEqual(await inactive(crm), ['1 C000103'], 'Nobody is marked again');

		start = await copying.publish(file, BATCH, (example) =>
			withNodes(example, { 'Delete from CRM': { disabled: false } }),
		);
		assert.equal(await removedBy(rest, start), 0);
		const left = await codes();
		assert.ok(left.includes('C000102') && !left.includes('C000101') && !left.includes('C000103'));
		list.remove(0, 100);
		assert.equal(await removedBy(rest, start), 0);
		for (const _ of ['first', 'second']) {
			assert.match(await message(), /^100 of 398 rows have no customer, .* none was removed/);
		}
		assert.deepEqual(await codes(), left);
	}
	return 'They marked whoever two complete runs missed, once, or deleted them, up to a fifth';
}

/** Either example marks nobody after a run that counted customers twice, and nobody of another company. */
export async function spareOthers({ sandbox }: Cluster, copying: Copying): Promise<string> {
	const { rest, service } = sandbox;
	const { GetCustomers: list } = service.lists;
	const { crm } = copying;
	for (const file of Object.values(EXAMPLES)) {
		const start = await copying.publish(file, BATCH);
		await copying.begin(60);
		assert.equal(await removedBy(rest, start), 0);
		list.remove(5);
		list.insert({ ...list.at(0) });
		for (const _ of ['first', 'second']) {
			const { error } = await rest.finished(await start());
			assert.match(error?.message ?? '', /^Not saved \(2 of 60 customers\): C000001 .* C000001 /);
		}
		list.remove(59);
		assert.equal(await removedBy(rest, start), 0);
		assert.equal(await removedBy(rest, start), 1);
		assert.deepEqual(await inactive(crm), ['1 C000006']);

		const other = await copying.publish(file, BATCH, (example) =>
			withSettings(example, { companyId: '2' }),
		);
		// As a run of the first company leaves them that missed two customers, one for the second time.
		const missed = `update crm_contacts set missed = right(code, 1)::int where code in ('C000011', 'C000012')`;
		await crm.query(missed);
		list.remove(30, 20);
		assert.equal(await removedBy(rest, other), 0);
		list.remove(0, 3);
		assert.equal(await removedBy(rest, other), 0);
		assert.equal(await removedBy(rest, other), 3);
		const marked = ['2 C000001', '2 C000002', '2 C000003', '1 C000006'];
		assert.deepEqual(await inactive(crm), marked);
		assert.equal((await crm.rows()).length, 60 + 39);
		const still = `select missed from crm_contacts where missed > 0 and removed is null order by 1`;
		assert.deepEqual(await crm.query(still), [{ missed: 1 }, { missed: 2 }]);
	}
	return 'They marked nobody of another company, nor after counting a customer twice';
}

async function removedBy(rest: N8nRest, start: () => Promise<string>): Promise<unknown> {
	const execution = await rest.finished(await start());
	assertSuccess(execution);
	return outputOf(execution, 'All customers saved')[0]?.removed;
}

/** The company and code of each row that was marked. */
export async function inactive(crm: Crm): Promise<string[]> {
	const condition = 'removed is not null and not active order by code';
	const rows = await crm.query(`select company_id, code from crm_contacts where ${condition}`);
	return rows.map((row) => `${row.company_id} ${row.code}`);
}
