import assert from 'node:assert/strict';
import type { Fault } from '../../service/server.mts';
import { outputOf } from '../../harness/n8n/execution.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { withNodes } from '../../harness/workflow/examples.mts';
import { credentialsOf } from '../../harness/workflow/workflow.mts';
import type { Cluster } from './cluster.mts';
import { EXAMPLES, type Copying } from './copying.mts';

export const BATCH = 200;
const SIZES = [0, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH];
const REFUSED: Fault = { kind: 'status', status: 401 };
/** A batch reads 50 customers beyond its end, in whole pages. */
export const IN_THE_SECOND_BATCH_ALONE: Fault = { ...REFUSED, offset: BATCH + 150 };

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
			assert.deepEqual(outputOf(execution, 'All customers saved'), [{ customers, removed: 0 }]);
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

		service.latency = 1_000;
		const { length: requests } = service.requests;
		const run = await start();
		await waitFor(() => service.requests.length > requests, { failure: 'No batch began' });
		await copying.crm.allowConnections(false);
		service.latency = 0;
		const { error } = await rest.finished(run);
		await copying.crm.allowConnections(true);
		assert.match(error?.message ?? '', /^Customers are missing: the batches at offset 0, /);
		assert.deepEqual(await copying.crm.rows(), []);

		// n8n passes on as saved what it could not even try to save.
		const startUnsaved = await copying.publish(file, BATCH, (example) =>
			withNodes(example, { 'Save to CRM': { credentials: credentialsOf(copying.unreachable) } }),
		);
		const unsaved = (await rest.finished(await startUnsaved())).error?.message ?? '';
		assert.match(unsaved, /^Customers are missing: .*Nothing was saved$/);
	}
	return 'They repeated a batch that failed, named a missing one, and stopped when none succeeded';
}
