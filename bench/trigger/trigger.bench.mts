import { join } from 'node:path';
import { expect, inject, it, type ProvidedContext } from 'vitest';
import { ActiveTrigger } from '../../test/engine/support/trigger.mts';
import { memoryOf, resetPeak } from '../memory.mts';
import { figure, writeJson } from '../results.mts';

const POLLS = 5;

it('measures polls of longer and longer lists', async () => {
	const figures: Array<Awaited<ReturnType<typeof measure>>> = [];
	for (const list of inject('lists')) figures.push(await measure(list));
	console.table(figures.map(({ milliseconds, ...row }) => ({ ...row, ms: milliseconds.median })));
	await writeJson(join(import.meta.dirname, '../trigger.json'), figures);
});

async function measure({ records, credential }: ProvidedContext['lists'][number]) {
	const trigger = new ActiveTrigger({ credential });
	const times: number[] = [];
	globalThis.gc?.();
	resetPeak('self');
	const atRest = memoryOf('self').resident;
	expect(await trigger.poll()).toBeNull();
	for (let poll = 0; poll < POLLS; poll++) {
		const start = performance.now();
		expect(await trigger.poll()).toBeNull();
		times.push(performance.now() - start);
	}
	return {
		records,
		/** The time of a poll that finds no changes, with the default of 4 parallel requests. */
		milliseconds: figure(times),
		/** How much more resident memory the polls take at most than the process at rest, in bytes. */
		memoryPeak: memoryOf('self').peak - atRest,
		/** The size of the state that n8n stores with the workflow. */
		stateBytes: JSON.stringify(trigger.stored).length,
	};
}
