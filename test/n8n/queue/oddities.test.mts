import assert from 'node:assert/strict';
import { waitFor } from '../../../harness/script/waitFor.mts';
import { withSettings } from '../../../harness/workflow/examples.mts';
import { QUICK } from '../../support/suite.mts';
import { BATCH, EXAMPLES } from './copying.mts';
import { test, withEither } from './queue.mts';

/** Slow enough to change a customer while a page of the next batch is on its way. */
const SLOW_MS = 500;
const IN_THE_OVERLAP = BATCH + 10;

withEither((example) => {
	// A release needs them of one example, without workers.
	const isQuick = example === EXAMPLES.inBatches;
	if (isQuick) test.override('site', ({ withoutWorkers }) => withoutWorkers);
	const quick = isQuick ? QUICK : {};

	test(
		'goes on with all others where PostgreSQL cannot keep a character',
		quick,
		async ({ copying }) => {
			const { assertCopied, assertInactive, begin, change, crm, list, message } = copying;
			await begin(60);
			await assertCopied();
			change(3, { Name: 'Half an emoji \ud83d' });
			change(4, { Code: 'Half \ud83d' });
			change(5, { Name: 'Nothing \0' });
			change(6, { Code: 'No code \0' });
			change(7, { Code: 'C000010' });
			list.remove(50);
			for (const _ of ['first', 'second']) {
				const refused = await message();
				assert.match(refused, /^Not saved \(4 of 59 customers\): /);
				assert.match(refused, /C000006 Nothing \0.*No code \0.*C000010 .*\(shared code C000010\)/);
			}
			const gone = ['1 C000005', '1 C000007', '1 C000008', '1 C000051'];
			await assertInactive(gone, 'Whoever is left out stays active');
			const rows = await crm.rows();
			assert.equal(rows.find(({ code }) => code === 'C000004')?.company, 'Half an emoji \ufffd');
			assert.ok(rows.some(({ code }) => code === 'Half \ufffd'));
		},
	);

	test(
		'refuses settings that nobody can mean',
		quick,
		async ({ copying: { begin, crm, message, publish } }) => {
			await begin(BATCH);
			for (const [name, value] of Object.entries({ removeAtMost: 5, batchSize: 0 })) {
				await publish((example) => withSettings(example, { [name]: value }));
				assert.match(await message(), new RegExp(`^${name} in Settings `));
			}
			assert.deepEqual(await crm.rows(), []);
		},
	);

	test(
		'saves nothing from the list of another company, unless all may be new',
		quick,
		async ({ copying }) => {
			const { assertCopied, begin, change, crm, message, publish } = copying;
			await begin(60);
			await assertCopied();
			const before = await crm.rows();
			for (let index = 0; index < 60; index++) change(index, { Code: `X${index}` });
			assert.match(
				await message(),
				/^The table has 60 rows of company 1, but none of the customers/,
			);
			assert.deepEqual(await crm.rows(), before);

			await publish((example) => withSettings(example, { allowAllNew: true }));
			assert.equal(await message(), '');
			assert.equal((await crm.rows()).length, 120);
		},
	);

	test(
		'saves a customer that is edited between the two batches that read it',
		quick,
		async ({ copying }) => {
			const { assertCopied, begin, change, crm, publish, service, start } = copying;
			await publish((example) => withSettings(example, { batchesAtOnce: 1 }));
			await begin(2 * BATCH);
			service.latency = SLOW_MS;
			const run = await start();
			const isFirstSaved = async () => {
				const rows = await crm.rows().catch(() => []);
				return rows.length > IN_THE_OVERLAP && rows.length < 2 * BATCH;
			};
			await waitFor(isFirstSaved, { failure: 'No batch was saved' });
			change(IN_THE_OVERLAP, { City: 'Elsewhere' });
			service.latency = 0;
			await assertCopied(run);
		},
	);

	test(
		'marks nobody while a customer without a code may be the missing one',
		quick,
		async ({ copying }) => {
			const { assertCopied, assertInactive, begin, change, crm, list, message } = copying;
			await begin(2 * BATCH);
			await assertCopied();
			const { Code } = change(300, { Code: ' ' });
			list.remove(100);
			// As executions leave whom they missed, and could not mark because they were too many.
			await crm.query(`update crm_contacts set missed = 2 where code = 'C000301'`);
			for (const _ of ['first', 'second']) {
				assert.match(
					await message(),
					/^Not saved \(1 of 399 customers\): .* \(no code, so nobody was marked inactive\)\. All others were saved\.$/,
				);
			}
			await assertInactive([]);
			change(299, { Code });
			for (const marked of [[], ['1 C000101']]) {
				assert.equal(await message(), '');
				await assertInactive(marked);
			}
		},
	);
});
