import assert from 'node:assert/strict';
import type { DataRecord } from '../../service/records.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { withSettings } from '../../harness/workflow/examples.mts';
import { BATCH } from './batches.mts';
import type { Cluster } from './cluster.mts';
import { EXAMPLES, type Copying } from './copying.mts';
import { inactive } from './leaving.mts';

/** Slow enough to change a customer while a page of the next batch is on its way. */
const SLOW_MS = 500;
const IN_THE_OVERLAP = BATCH + 10;

/** Either example goes on with all others where PostgreSQL cannot keep a character. */
export async function takeOddText({ sandbox }: Cluster, copying: Copying): Promise<string> {
	const { rest, service } = sandbox;
	const { crm } = copying;
	const change = changing(sandbox);
	for (const file of Object.values(EXAMPLES)) {
		const start = await copying.publish(file, BATCH);
		const message = async () => (await rest.finished(await start())).error?.message ?? '';
		await copying.begin(60);
		await copying.assertCopied(await start());
		change(3, { Name: 'Half an emoji \ud83d' });
		change(4, { Code: 'Half \ud83d' });
		change(5, { Name: 'Nothing \0' });
		change(6, { Code: 'No code \0' });
		change(7, { Code: 'C000010' });
		service.lists.GetCustomers.remove(50);
		for (const _ of ['first', 'second']) {
			const refused = await message();
			assert.match(refused, /^Not saved \(4 of 59 customers\): /);
			assert.match(refused, /C000006 Nothing \0.*No code \0.*C000010 .*\(shared code C000010\)/);
		}
		const gone = ['1 C000005', '1 C000007', '1 C000008', '1 C000051'];
		assert.deepEqual(await inactive(crm), gone, 'Whoever is left out stays active');
		const rows = await crm.rows();
		assert.equal(rows.find(({ code }) => code === 'C000004')?.company, 'Half an emoji \ufffd');
		assert.ok(rows.some(({ code }) => code === 'Half \ufffd'));
	}
	return 'They named whom PostgreSQL refused for a character, and marked who was removed';
}

/** Either example saves a customer that was edited between the two batches that read it. */
export async function editBetween({ sandbox }: Cluster, copying: Copying): Promise<string> {
	const { service } = sandbox;
	const change = changing(sandbox);
	for (const file of Object.values(EXAMPLES)) {
		const start = await copying.publish(file, BATCH, (example) =>
			withSettings(example, { batchesAtOnce: 1 }),
		);
		await copying.begin(2 * BATCH);
		service.latency = SLOW_MS;
		const run = await start();
		const isFirstSaved = async () => {
			const rows = await copying.crm.rows().catch(() => []);
			return rows.length > IN_THE_OVERLAP && rows.length < 2 * BATCH;
		};
		await waitFor(isFirstSaved, { failure: 'No batch was saved' });
		change(IN_THE_OVERLAP, { City: 'Elsewhere' });
		service.latency = 0;
		await copying.assertCopied(run);
	}
	return 'They saved a customer that was edited between two batches';
}

/** Either example marks nobody while a customer has no code, because that may be the missing one. */
export async function waitForCodes({ sandbox }: Cluster, copying: Copying): Promise<string> {
	const { rest, service } = sandbox;
	const change = changing(sandbox);
	for (const file of Object.values(EXAMPLES)) {
		const start = await copying.publish(file, BATCH);
		const message = async () => (await rest.finished(await start())).error?.message ?? '';
		await copying.begin(2 * BATCH);
		await copying.assertCopied(await start());
		const { Code } = change(300, { Code: ' ' });
		service.lists.GetCustomers.remove(100);
		for (const _ of ['first', 'second']) {
			assert.match(
				await message(),
				/^Not saved \(1 of 399 customers\): .* \(no code, so nobody was marked inactive\)\./,
			);
		}
		assert.deepEqual(await inactive(copying.crm), []);
		change(299, { Code });
		for (const marked of [[], ['1 C000101']]) {
			assert.equal(await message(), '');
			assert.deepEqual(await inactive(copying.crm), marked);
		}
	}
	return 'They marked nobody while a customer had no code';
}

/** Changes some fields of a customer, and returns it as it was. */
function changing({ service }: Cluster['sandbox']) {
	const { GetCustomers: list } = service.lists;
	return (index: number, fields: DataRecord): DataRecord => {
		const before = { ...list.at(index) };
		list.upsert(index, { ...before, ...fields });
		return before;
	};
}
