import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ActiveTrigger } from '../../test/engine/support/trigger.mts';
import { writeJson } from '../json.mts';
import { figure, type Figure } from '../results.mts';
import { Service } from '../service.mts';
import { memoryPeakOf } from './memory.mts';

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
	if (figures.length < SIZES.length) return;
	await writeJson(join(import.meta.dirname, '../trigger.json'), figures);
	console.table(
		figures.map(({ records, milliseconds, memoryPeak, stateBytes }) => ({
			Records: records,
			'A poll (s)': Number((milliseconds.median / 1000).toFixed(1)),
			'Memory (MB)': Math.round(memoryPeak / 1e6),
			'Stored state (kB)': Math.round(stateBytes / 1000),
		})),
	);
});

it.each(SIZES)('watches a list of %d records', async (records) => {
	const { baseUrl, apiKey, companyId } = await service.list(records);
	const trigger = new ActiveTrigger({ credential: { baseUrl, apiKey, companyId } });
	const milliseconds: number[] = [];
	const memoryPeak = await memoryPeakOf(async () => {
		expect(await trigger.poll()).toBeNull();
		for (let poll = 0; poll < POLLS; poll++) {
			const start = performance.now();
			expect(await trigger.poll()).toBeNull();
			milliseconds.push(performance.now() - start);
		}
	});
	const stateBytes = JSON.stringify(trigger.stored).length;
	figures.push({ records, milliseconds: figure(milliseconds), memoryPeak, stateBytes });
});
