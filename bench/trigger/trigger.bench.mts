import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ActiveTrigger } from '../../test/engine/support/trigger.mts';
import { writeJson } from '../json.mts';
import { memoryOf, resetPeak } from '../memory.mts';
import { figure, type Figure } from '../results.mts';
import { Service } from '../service.mts';

const SIZES = [1_000, 10_000, 100_000];
const POLLS = 5;

/** What a poll of a list of a given length costs. */
interface TriggerFigure {
	records: number;
	/** The time of a poll that finds no changes, with the default of 4 parallel requests. */
	milliseconds: Figure;
	/** How much more resident memory the polls take at most than the process at rest, in bytes. */
	memoryPeak: number;
	/** The size of the state that n8n stores with the workflow. */
	stateBytes: number;
}

const figures: TriggerFigure[] = [];
const service = new Service(new AbortController().signal);

afterAll(async () => {
	await service.stop();
	console.table(figures.map(({ milliseconds, ...row }) => ({ ...row, ms: milliseconds.median })));
	if (figures.length === SIZES.length)
		await writeJson(join(import.meta.dirname, '../trigger.json'), figures);
});

it.each(SIZES)('watches a list of %d records', async (records) => {
	const { baseUrl, apiKey, companyId } = await service.list(records);
	const trigger = new ActiveTrigger({ credential: { baseUrl, apiKey, companyId } });
	const milliseconds: number[] = [];
	globalThis.gc?.();
	resetPeak('self');
	const atRest = memoryOf('self').resident;
	expect(await trigger.poll()).toBeNull();
	for (let poll = 0; poll < POLLS; poll++) {
		const start = performance.now();
		expect(await trigger.poll()).toBeNull();
		milliseconds.push(performance.now() - start);
	}
	const memoryPeak = memoryOf('self').peak - atRest;
	const stateBytes = JSON.stringify(trigger.stored).length;
	figures.push({ records, milliseconds: figure(milliseconds), memoryPeak, stateBytes });
});
