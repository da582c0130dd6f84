import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import { OVERLAP } from '../../../../nodes/CustomerData/paging/continuation';
import type { Condition } from '../../../../nodes/CustomerData/parameters/onlyRecords';
import type { Change } from '../../../../nodes/CustomerData/trigger/changes';
import type { ChangeEvent, WatchedFields } from '../../../../nodes/CustomerData/trigger/parameters';
import { wantedBy } from '../../../../nodes/CustomerData/values/conditions';
import type { ModelOptions } from '../../../model/listModel.mts';
import { after, lives, longLife } from '../../../model/lives.mts';
import { LivingWatch, type Ending, type Settings } from '../../../model/livingWatch.mts';
import { expectEqual, law } from '../../../support/law.mts';
import { watchRequest } from '../../../support/poll.mts';
import { runs } from '../../../support/seed.mts';

const windows = fc.constantFrom(1, 4, 16);

/** A change that nobody makes any more is emitted within so many polls, unless too many wait. */
const QUIET_POLLS = 5;

const endings = fc.array(
	fc.constantFrom<Ending>('stored', 'stored', 'stored', 'before the run', 'before the state'),
	{ minLength: 4, maxLength: 20, size: 'max' },
);

const maxEvents = fc.constantFrom(1, 3, 10, Infinity);
const chosenEvents = fc.subarray<ChangeEvent>(['created', 'updated', 'removed'], { minLength: 1 });

const watchedFields = fc.constantFrom<WatchedFields>(
	watchRequest.watched,
	{ fields: [], ignored: ['name'] },
	{ fields: ['version'], ignored: [] },
	{ fields: ['version', 'name'], ignored: [] },
);

/** Polls while the list changes, and then until nothing happens any more. */
async function follow(watch: LivingWatch, polls: Ending[], settings: Settings = {}): Promise<void> {
	for (const ending of polls) await watch.poll(settings, ending);
	for (let quiet = 0; quiet < QUIET_POLLS; quiet++) {
		const before = watch.runs.length;
		await watch.poll(settings);
		// The last changes can be made while these polls read.
		if (watch.runs.length > before || !watch.list.isAtRest) quiet = 0;
	}
}

/** What somebody has who carries out every event, and the list. */
function copyAndList(
	{ runs, list, forgotten, polls, isRefused }: LivingWatch,
	conditions: Condition[] = [],
) {
	const copy = new Map<string, DataRecord>();
	for (const { event, key, record } of runs.flat()) {
		if (event === 'removed') copy.delete(key);
		else if (record) copy.set(key, record);
	}
	const current = byKey(list.current().filter(wantedBy(conditions, 'UTC')));
	// Nobody remembers a record that was emitted right before n8n died, and then removed.
	for (const { key } of forgotten) if (!current.has(key)) copy.delete(key);
	// Because of an empty list, nobody is removed but a single record.
	if (isRefused && current.size === 0) copy.clear();
	// A poll that cannot notice changes counts nobody as missed.
	if (polls.slice(-QUIET_POLLS).some(({ lacksOverlap }) => lacksOverlap)) {
		for (const key of copy.keys()) if (!current.has(key)) copy.delete(key);
	}
	return { copy, current };
}

const byKey = (records: DataRecord[]) =>
	new Map(records.map((record) => [JSON.stringify(String(record.id)), record]));

/**
 * Whether the list can be read once it is at rest: a page has to show more than its overlap, or, where
 * none ever does, all that the service counts.
 */
const isReadable = ({ hidden = [], pageSizes = [] }: ModelOptions) =>
	Math.min(...pageSizes) > OVERLAP + hidden.length ||
	(Math.max(...pageSizes) === OVERLAP && hidden.length === 0);

law(
	'a trigger removes nobody after a bulk update of what the list is sorted by, however equal rows stand',
	{
		of: [
			fc.integer({ min: 60, max: 400 }),
			fc.constantFrom(0.2, 0.5, 1),
			fc.nat({ max: 12 }),
			fc.constantFrom<'offset' | 'topN'>('offset', 'topN', 'topN'),
			windows,
		],
		examples: 60,
	},
	async (size, upTo, before, per, parallelRequests) => {
		const changes = after(before, [{ kind: 'bulk', upTo }]);
		const watch = new LivingWatch({ size, ties: { of: 1, per }, changes }, parallelRequests);
		for (let nth = 0; nth < 8; nth++) await watch.poll();
		expect(watch.list.isAtRest).toBe(true);
		expect(watch.runs.flat().filter(({ event }) => event === 'removed')).toEqual([]);
	},
);

describe('a trigger that watches a living list, whatever its polls are interrupted by', () => {
	law(
		'keeps a copy that follows the list, gives each change an id of its own, and removes nothing that stayed',
		{ of: [lives, windows, endings, maxEvents], examples: 700 },
		async (life, window, polls, most) => {
			const watch = new LivingWatch(life, window);
			await follow(watch, polls, { maxEvents: most });
			const changes = watch.runs.flat();
			const { copy, current } = copyAndList(watch);
			if (isReadable(life)) expectEqual(copy, current);
			const isFalse = ({ event, key }: Change) =>
				event === 'removed' && !watch.list.wasDisplaced(Number(JSON.parse(key)));
			expect(changes.filter(isFalse)).toEqual([]);
			const seen = new Map(changes.map((change) => [change.id, change]));
			expectEqual(
				changes,
				changes.map(({ id }) => seen.get(id)),
			);
			if (!polls.includes('before the state')) expect(seen.size).toBe(changes.length);
		},
	);

	law(
		'emits the chosen events alone, and no more than the maximum at once',
		{ of: [lives, chosenEvents, endings, maxEvents], examples: 200 },
		async (life, chosen, polls, most) => {
			const watch = new LivingWatch(life, 4);
			await follow(watch, polls, { events: new Set(chosen), maxEvents: most, emitExisting: false });
			for (const changes of watch.runs) expect(changes.length).toBeLessThanOrEqual(most);
			expect(watch.runs.flat().filter(({ event }) => !chosen.includes(event))).toEqual([]);
		},
	);

	law(
		'goes on with the records that it knows, whatever fields come to be watched',
		{
			of: [lives, endings, fc.array(watchedFields, { minLength: 1, maxLength: 10 }), maxEvents],
			examples: 200,
		},
		async (life, polls, choices, most) => {
			fc.pre(isReadable(life));
			const watch = new LivingWatch(life, 4);
			for (const [poll, ending] of polls.entries()) {
				const watched = choices[poll % choices.length] ?? watchRequest.watched;
				const watchedId = JSON.stringify(watched);
				await watch.poll({ watched, watchedId, maxEvents: most }, ending);
			}
			await follow(watch, [], { maxEvents: most });
			const { copy, current } = copyAndList(watch);
			expect([...copy.keys()].sort()).toEqual([...current.keys()].sort());
		},
	);

	const versions = fc.constantFrom('0', '1', '2', '3');
	const choices = fc.array(
		fc.array(fc.record({ field: fc.constant('version'), isNot: fc.boolean(), value: versions }), {
			maxLength: 3,
		}),
		{ minLength: 1, maxLength: 5 },
	);

	law(
		'keeps a copy of those who meet the conditions, whatever these were before',
		{ of: [lives, windows, endings, choices, maxEvents], examples: 300 },
		async (life, window, polls, given, most) => {
			fc.pre(isReadable(life));
			const watch = new LivingWatch(life, window);
			for (const [poll, ending] of polls.entries()) {
				await watch.poll({ conditions: given[poll % given.length] ?? [], maxEvents: most }, ending);
			}
			const conditions = given[0] ?? [];
			await follow(watch, [], { conditions, maxEvents: most });
			const { copy, current } = copyAndList(watch, conditions);
			expectEqual(copy, current);
		},
	);

	it.each([0.5, 3])(
		'follows 800 records over 100 polls at %d changes a page, and removes none that is there',
		async (changesPerPage) => {
			for (let seed = 0; seed < runs(1); seed++) {
				const watch = new LivingWatch(longLife(seed, changesPerPage), 4);
				const there = () => byKey(watch.list.current());
				const removed: string[] = [];
				for (let poll = 0; poll < 100; poll++) {
					const before = there();
					const told = watch.runs.length;
					await watch.poll();
					const after = there();
					for (const { event, key } of watch.runs.slice(told).flat()) {
						if (event === 'removed' && before.has(key) && after.has(key)) removed.push(key);
					}
				}
				expect(removed).toEqual([]);
				await follow(watch, []);
				const { copy, current } = copyAndList(watch);
				expectEqual(copy, current);
			}
		},
	);
});
