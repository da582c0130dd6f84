import { expect, inject, it } from 'vitest';
import { ActiveTrigger } from '../../test/engine/support/trigger.mts';
import { inTurns, store } from './measure.mts';

it('measures polls that find no change', async () => {
	const figures = [];
	for (const { records, latency, credential } of inject('lists')) {
		const trigger = new ActiveTrigger({ credential });
		const poll = async () => {
			const start = performance.now();
			expect(await trigger.poll()).toBeNull();
			return performance.now() - start;
		};
		const measured = await inTurns({ poll });
		/** The size of the state that n8n stores with the workflow. */
		const stateBytes = JSON.stringify(trigger.stored).length;
		figures.push({ records, latency, ...measured, stateBytes });
	}
	await store('trigger', figures);
});
