import assert from 'node:assert/strict';
import { outputOf } from '../../../harness/n8n/execution.mts';
import { withNodes } from '../../../harness/workflow/examples.mts';
import { credentialsOf } from '../../../harness/workflow/workflow.mts';
import { BATCH, IN_THE_SECOND_BATCH_ALONE, REFUSED } from './copying.mts';
import { test, withEither } from './queue.mts';

withEither(() => {
	test('copies as it is imported', async ({ copying: { begin, assertCopied, publish } }) => {
		await publish((_, shipped) => shipped);
		await begin(BATCH);
		await assertCopied();
	});

	test('ends with the last batch, full or not', async ({ copying: { begin, assertCopied } }) => {
		for (const customers of [0, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH]) {
			await begin(customers);
			const execution = await assertCopied();
			assert.deepEqual(outputOf(execution, 'All customers saved'), [{ customers, removed: 0 }]);
		}
	});

	test('repeats a batch that fails, and names one that is missing', async ({ copying }) => {
		const { assertCopied, begin, crm, message, service } = copying;
		await begin(4 * BATCH);
		service.setFaults([IN_THE_SECOND_BATCH_ALONE]);
		assert.match(await message(), new RegExp(`missing: the batches at offset ${BATCH}\\. Run`));
		const { length: saved } = await crm.rows();
		assert.ok(saved > 3 * BATCH && saved < 4 * BATCH);

		// The node itself requests a page that it had requested early once more.
		service.setFaults([{ ...IN_THE_SECOND_BATCH_ALONE, times: 2 }]);
		await assertCopied();
	});

	test('stops where the first batch fails, or one after the other', async ({
		copying: { begin, crm, message, service },
	}) => {
		await begin(20 * BATCH);
		service.setFaults([REFUSED]);
		assert.match(await message(), /at offset 0, and every customer from offset 200 on/);
		assert.deepEqual(await crm.rows(), []);

		const all = Array.from({ length: 20 }, (_, batch) => (batch + 1) * BATCH + 150);
		service.setFaults(all.map((offset) => ({ ...REFUSED, offset })));
		assert.match(
			await message(),
			/at offset 200, 400, 600.*, and every customer from offset \d+ on/,
		);
		assert.equal((await crm.rows()).length, BATCH + 50);
	});

	// n8n passes on as saved what it could not even try to save.
	test('notices that nothing was saved', async ({
		copying: { begin, message, publish, unreachable },
	}) => {
		await begin(20 * BATCH);
		const credentials = credentialsOf(unreachable);
		await publish((example) => withNodes(example, { 'Save to CRM': { credentials } }));
		assert.match(await message(), /^Customers are missing: .*Nothing was saved$/);
	});
});
