import assert from 'node:assert/strict';
import type { Fault } from '../../service/server.mts';
import { outputOf } from '../harness/n8n/execution.mts';
import { waitFor } from '../harness/script/waitFor.mts';
import type { Cluster } from './cluster.mts';
import { EXAMPLES, type Copying } from './copying.mts';

const BATCH = 200;
const SIZES = [0, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH];
const REFUSED: Fault = { kind: 'status', status: 401 };
/** A batch reads 50 customers beyond its end, in whole pages. */
const IN_THE_SECOND_BATCH_ALONE: Fault = { ...REFUSED, offset: BATCH + 150 };

/** Either example copies as it is imported, and ends with the last batch, full or not. */
export async function copyAll(_cluster: Cluster, copying: Copying): Promise<string> {
	for (const file of Object.values(EXAMPLES)) {
		const start = await copying.publish(file);
		await copying.begin(BATCH);
		await copying.assertCopied(await start());
		const startQuick = await copying.publish(file, BATCH);
		for (const customers of SIZES) {
			await copying.begin(customers);
			const execution = await copying.assertCopied(await startQuick());
			assert.deepEqual(outputOf(execution, 'All customers saved'), [{ customers, deleted: 0 }]);
		}
	}
	return `Two examples copied lists of ${SIZES.join(', ')} customers`;
}

/** Either example repeats what fails, names what is missing, and stops when no batch succeeds. */
export async function repeatBatches({ sandbox }: Cluster, copying: Copying): Promise<string> {
	const { rest, service } = sandbox;
	for (const file of Object.values(EXAMPLES)) {
		const start = await copying.publish(file, BATCH);
		const failed = async () => (await rest.finished(await start())).error?.message ?? '';

		await copying.begin(4 * BATCH);
		service.setFaults([IN_THE_SECOND_BATCH_ALONE]);
		assert.match(await failed(), new RegExp(`missing: the batches at offset ${BATCH}\\. Run`));
		const { length: saved } = await copying.crm.rows();
		assert.ok(saved > 3 * BATCH && saved < 4 * BATCH);

		// The node itself requests a page that it had requested early once more.
		service.setFaults([{ ...IN_THE_SECOND_BATCH_ALONE, times: 2 }]);
		await copying.assertCopied(await start());

		await copying.begin(20 * BATCH);
		service.setFaults([REFUSED]);
		assert.match(await failed(), /at offset 0, 200, 400.*, and every customer from offset \d+ on/);
		assert.deepEqual(await copying.crm.rows(), []);
		service.setFaults([]);

		// n8n hands on as saved what it could not even try to save.
		service.latency = 1_000;
		const { length: requests } = service.requests;
		const run = await start();
		await waitFor(() => service.requests.length > requests, { failure: 'No batch began' });
		await copying.crm.allowConnections(false);
		service.latency = 0;
		const { error } = await rest.finished(run);
		await copying.crm.allowConnections(true);
		assert.match(error?.message ?? '', /^Customers are missing.*Nothing was saved$/);
	}
	return 'They repeated a batch that failed, named a missing one, and stopped when none succeeded';
}

/** Either example saves the others where the database refuses some, and deletes only who is gone for sure. */
export async function leaveOutAndDelete({ sandbox }: Cluster, copying: Copying): Promise<string> {
	const { rest, service } = sandbox;
	const { GetCustomers: list } = service.lists;
	const codes = async () => (await copying.crm.rows()).map(({ code }) => code);
	for (const file of Object.values(EXAMPLES)) {
		const start = await copying.publish(file, BATCH);
		const message = async () => (await rest.finished(await start())).error?.message;
		await copying.begin(640);
		const [nameless, odd] = [list.at(3), list.at(300)];
		list.upsert(3, { ...nameless, Code: undefined });
		list.upsert(300, { ...odd, CreditLimit: 'a lot' });
		const refused = `The database refused 2 of 640 customers: without a code: ${nameless?.Name}, C000301.`;
		assert.equal(await message(), `${refused} All others were saved.`);
		assert.equal((await codes()).length, 638);

		list.upsert(3, { ...nameless });
		list.upsert(300, { ...odd });
		await copying.assertCopied(await start());

		// Three are gone, and one is there, but refused.
		list.upsert(300, { ...odd, CreditLimit: 'a lot' });
		list.remove(500, 3);
		const one = 'The database refused 1 of 637 customers: C000301. All others were saved.';
		assert.equal(await message(), one);
		service.setFaults([IN_THE_SECOND_BATCH_ALONE]);
		assert.match(String(await message()), /^Customers are missing/);
		service.setFaults([]);
		assert.equal((await codes()).length, 640, 'Only a complete run counts');
		assert.equal(await message(), one);
		assert.equal((await codes()).length, 637);
		assert.ok((await codes()).includes('C000301'));

		// More than a fifth.
		list.upsert(300, { ...odd });
		list.remove(0, 130);
		const { length: before } = await codes();
		assert.equal((await rest.finished(await start())).status, 'success');
		assert.match(String(await message()), /did not find 130 of 637 rows.* none was deleted/);
		assert.equal((await codes()).length, before);
	}
	return 'They saved all but those that were refused, and deleted who was gone twice, up to a fifth';
}
