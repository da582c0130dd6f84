import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Change } from '../../../nodes/CustomerData/watch/compare';
import type { ChangeEvent, WatchedFields } from '../../../nodes/CustomerData/watch/request';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { OVERLAP } from '../../../nodes/CustomerData/paging/tail';
import { ALL_KINDS, lives, longLife } from '../support/lives.mts';
import type { ModelOptions } from '../support/listModel.mts';
import { type Ending, LivingWatch, type Settings } from '../support/livingWatch.mts';
import { runs } from '../support/seed.mts';

const windows = fc.constantFrom(1, 4, 16);

/** A change that nobody makes any more is emitted within so many polls, unless too many wait. */
const PATIENCE = 5;

const endings = fc.array(
	fc.constantFrom<Ending>('stored', 'stored', 'stored', 'before the run', 'before the state'),
	{ minLength: 4, maxLength: 20, size: 'max' },
);

const maxEvents = fc.constantFrom(1, 3, 10, Infinity);

interface Story {
	watch: LivingWatch;
	copy: Map<string, DataRecord>;
}

/** Polls while the list changes, and then until nothing happens any more. */
async function follow(watch: LivingWatch, polls: Ending[], settings: Settings): Promise<Story> {
	for (const ending of polls) await watch.poll(settings, ending);
	for (let quiet = 0; quiet < PATIENCE; quiet++) {
		const before = watch.runs.length;
		await watch.poll(settings);
		// The last changes can be made while these polls read.
		if (watch.runs.length > before || !watch.list.isAtRest) quiet = 0;
	}
	const copy = new Map<string, DataRecord>();
	for (const change of watch.runs.flat()) apply(change, copy);
	return { watch, copy };
}

function apply({ event, key, record }: Change, copy: Map<string, DataRecord>): void {
	if (event === 'removed') copy.delete(key);
	else if (record) copy.set(key, record);
}

/** Whether the list can be read once it is at rest: a page has to show more than its overlap. */
const isReadable = ({ hidden = [], pageSizes = [] }: ModelOptions) =>
	Math.min(...pageSizes) > OVERLAP + hidden.length || Math.max(...pageSizes) === OVERLAP;

const byKey = (records: DataRecord[]) =>
	new Map(records.map((record) => [JSON.stringify(record.id), record]));

describe('a trigger that watches a living list, whatever its polls are interrupted by', () => {
	it('keeps a copy that follows the list', async () => {
		await fc.assert(
			fc.asyncProperty(
				lives(ALL_KINDS),
				windows,
				endings,
				maxEvents,
				async (life, parallelRequests, polls, most) => {
					fc.pre(isReadable(life));
					const start = new LivingWatch(life, parallelRequests);
					const { watch, copy } = await follow(start, polls, { maxEvents: most });
					const current = byKey(watch.list.current());
					// Nobody remembers a record that was emitted right before n8n died, and then removed.
					for (const { key } of watch.forgotten) if (!current.has(key)) copy.delete(key);
					expect(copy).toEqual(current);
				},
			),
			{ numRuns: runs(300) },
		);
	});

	it('emits no removal of a record that nobody moved or removed, where pages can overlap', async () => {
		await fc.assert(
			fc.asyncProperty(lives(ALL_KINDS), windows, endings, async (life, window, polls) => {
				const { watch } = await follow(new LivingWatch(life, window), polls, {});
				fc.pre(!watch.isPlain);
				const removed = watch.runs.flat().filter(({ event }) => event === 'removed');
				const untouched = removed.filter(({ key }) => !watch.list.wasDisplaced(Number(key)));
				expect(untouched).toEqual([]);
			}),
			{ numRuns: runs(300) },
		);
	});

	it('gives each change an id of its own, and the same one when it is emitted again', async () => {
		await fc.assert(
			fc.asyncProperty(lives(ALL_KINDS), windows, endings, async (life, window, polls) => {
				const { watch } = await follow(new LivingWatch(life, window), polls, {});
				const seen = new Map<string, Change>();
				for (const change of watch.runs.flat()) {
					expect(seen.get(change.id) ?? change).toEqual(change);
					seen.set(change.id, change);
				}
				if (!polls.includes('before the state')) expect(seen.size).toBe(watch.runs.flat().length);
			}),
			{ numRuns: runs(300) },
		);
	});

	it('emits the chosen events alone, and no more than the maximum at once', async () => {
		const subsets = fc.subarray<ChangeEvent>(['created', 'updated', 'removed'], { minLength: 1 });
		await fc.assert(
			fc.asyncProperty(
				lives(ALL_KINDS),
				subsets,
				endings,
				maxEvents,
				async (life, chosen, polls, most) => {
					const settings = { events: new Set(chosen), maxEvents: most, emitExisting: false };
					const { watch } = await follow(new LivingWatch(life, 4), polls, settings);
					for (const changes of watch.runs) {
						expect(changes.length).toBeLessThanOrEqual(most);
						expect(changes.filter(({ event }) => !chosen.includes(event))).toEqual([]);
					}
				},
			),
			{ numRuns: runs(200) },
		);
	});

	it('goes on with the records that it knows, whatever fields come to be watched', async () => {
		const watchedFields = fc.constantFrom<WatchedFields>(
			{ fields: [], ignored: [] },
			{ fields: [], ignored: ['name'] },
			{ fields: ['version'], ignored: [] },
			{ fields: ['version', 'name'], ignored: [] },
		);
		await fc.assert(
			fc.asyncProperty(
				lives(ALL_KINDS),
				endings,
				fc.array(watchedFields, { minLength: 1, maxLength: 10 }),
				maxEvents,
				async (life, polls, choices, most) => {
					fc.pre(isReadable(life));
					const watch = new LivingWatch(life, 4);
					for (const [poll, ending] of polls.entries()) {
						const watched = choices[poll % choices.length] ?? { fields: [], ignored: [] };
						await watch.poll({ watched, maxEvents: most }, ending);
					}
					const { copy } = await follow(watch, [], { maxEvents: most });
					const current = byKey(watch.list.current());
					for (const { key } of watch.forgotten) if (!current.has(key)) copy.delete(key);
					expect([...copy.keys()].sort()).toEqual([...current.keys()].sort());
				},
			),
			{ numRuns: runs(200) },
		);
	});

	it.each([0.5, 3])(
		'follows 800 records over 100 polls at %d changes a page, and removes none that is there',
		async (changesPerPage) => {
			for (let seed = 0; seed < runs(1); seed++) {
				const watch = new LivingWatch(longLife(seed, changesPerPage), 4);
				const there = () => new Set(byKey(watch.list.current()).keys());
				let told = 0;
				const removed: string[] = [];
				for (let poll = 0; poll < 100; poll++) {
					const before = there();
					await watch.poll();
					const after = there();
					for (const { event, key } of watch.runs.slice(told).flat()) {
						if (event === 'removed' && before.has(key) && after.has(key)) removed.push(key);
					}
					told = watch.runs.length;
				}
				expect(removed).toEqual([]);
				const { copy } = await follow(watch, [], {});
				expect(copy).toEqual(byKey(watch.list.current()));
			}
		},
	);
});
