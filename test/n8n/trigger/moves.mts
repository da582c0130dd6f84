import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { credentialFor } from '../../../harness/n8n/credential.mts';
import { outputOf } from '../../../harness/n8n/execution.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';
import { customerDataTrigger } from '../../../harness/workflow/nodes.mts';
import { publish } from '../../../harness/workflow/polling.mts';
import { workflow } from '../../../harness/workflow/workflow.mts';
import { startService } from '../../../service/server.mts';
import type { MortalN8n } from './mortal.mts';

const nodesSchema = z.object({ nodes: z.array(z.record(z.unknown())) });

/** Two polls, and the time to publish. */
const TWO_POLLS_MS = 12_000;

/** Renames a trigger and copies it, and n8n starts again, while customers are added. */
export async function renameAndCopy(
	{ rest, kill, start }: MortalN8n,
	{ cleanup, signal }: ScriptTools,
) {
	const service = await startService({ sizes: { customers: 20 } });
	cleanup.add(() => service.close());
	const add = (Code: string) => service.lists.GetCustomers.insert({ Code });
	const credential = await rest.createCredential(credentialFor(service, 'moves'));
	const trigger = { ...customerDataTrigger(credential), name: 'moves' };
	const published = await publish(rest, workflow('moves', [trigger]));
	/** Waits until these triggers have output these keys, and no others. */
	const expectKeys = async (names: string[], keys: string[]) => {
		let found: unknown[] = [];
		const hasAll = async () => {
			const ids = await rest.executionIds(published);
			const runs = await Promise.all(ids.map(async (id) => await rest.execution(id)));
			const events = runs.flatMap((run) => names.flatMap((name) => outputOf(run, name)));
			found = events.map(({ key }) => key);
			return isDeepStrictEqual(found, keys);
		};
		const timing = { withinMs: 60_000, everyMs: 1_000, signal };
		await waitFor(hasAll, { failure: '', ...timing }).catch(() => undefined);
		assert.deepEqual(found, keys, `${names.join(' and ')} emitted ${found.join(', ')}`);
	};

	add('before the rename');
	await expectKeys(['moves'], ['before the rename']);
	add('while it is renamed');
	const { nodes } = await rest.call('GET', `/workflows/${published.id}`, nodesSchema);
	const [node = {}] = nodes;
	const copy = { ...node, id: 'copy', name: 'copy' };
	const change = { name: 'moves', nodes: [{ ...node, name: 'renamed' }, copy] };
	await rest.activate(await rest.saveWorkflow(published, change));
	await expectKeys(['moves', 'renamed'], ['before the rename', 'while it is renamed']);

	// The copy has polled.
	await sleep(TWO_POLLS_MS, undefined, { signal });
	add('after the copy');
	await expectKeys(['copy'], ['after the copy']);
	await expectKeys(['renamed'], ['while it is renamed', 'after the copy']);

	// What the last run did is stored.
	await sleep(TWO_POLLS_MS, undefined, { signal });
	await kill();
	add('while n8n is down');
	await start();
	await expectKeys(['copy'], ['after the copy', 'while n8n is down']);
	await expectKeys(['renamed'], ['while it is renamed', 'after the copy', 'while n8n is down']);
	await rest.deactivate(published);
}
