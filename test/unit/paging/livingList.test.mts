import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readConsistently } from '../../../nodes/CustomerData/paging/consistentPages';
import { readPages } from '../../../nodes/CustomerData/paging/pages';
import { ALL_KINDS, lives, longLife } from '../support/lives.mts';
import type { Change, Life } from '../support/livingList.mts';
import { readLiving } from '../support/livingRead.mts';
import { runs } from '../support/seed.mts';

const windows = fc.constantFrom(1, 2, 4, 16);
const ANY_TIME = 3_600_000;

const still: Life = {
	size: 12,
	pageSizes: [3],
	changes: [],
	latencies: [[1, 1]],
	failures: [],
};

/** Changes before the page that is served as the nth, counted from 0. */
const before = (nth: number, ...changes: Change[]): Change[][] => [
	...Array.from({ length: nth }, () => []),
	changes,
];

/** Pages of or beginning with hidden records cannot be told from those of a service gone wrong. */
const endings = ({ hiddenEvery }: Life) => (hiddenEvery ? ['notAPage', 'misaligned'] : []);

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, id) => from + id);

describe('by default, at any number of parallel requests', () => {
	it(
		'loses no record that was there throughout while the list only grows',
		{ timeout: ANY_TIME },
		async () => {
			await fc.assert(
				fc.asyncProperty(lives(['add', 'change']), windows, async (life, parallelRequests) => {
					const { list, ids, failure } = await readLiving(readPages, life, { parallelRequests });
					expect(failure).toBeUndefined();
					expect(list.steady().filter((id) => !ids.includes(id))).toEqual([]);
				}),
				{ numRuns: runs(2_000) },
			);
		},
	);

	it('reads no record twice while the list only shrinks', { timeout: ANY_TIME }, async () => {
		await fc.assert(
			fc.asyncProperty(lives(['remove', 'change']), windows, async (life, parallelRequests) => {
				const { ids, failure } = await readLiving(readPages, life, { parallelRequests });
				if (failure) expect(endings(life)).toContain(failure.kind);
				expect(ids).toEqual([...new Set(ids)]);
			}),
			{ numRuns: runs(2_000) },
		);
	});

	it('reads every record once and in order while records only change in their place', async () => {
		await fc.assert(
			fc.asyncProperty(lives(['change']), windows, async (life, parallelRequests) => {
				const { list, ids } = await readLiving(readPages, life, { parallelRequests });
				expect(ids).toEqual(list.steady());
			}),
			{ numRuns: runs(1_000) },
		);
	});

	it('reads a list that nobody changes as it is, and notices no change', async () => {
		await fc.assert(
			fc.asyncProperty(lives([...ALL_KINDS]), windows, async (life, parallelRequests) => {
				const calm = { ...life, changes: [], failures: [] };
				const { list, ids, moved } = await readLiving(readPages, calm, { parallelRequests });
				expect(ids).toEqual(list.steady());
				expect(moved).toBe(false);
			}),
			{ numRuns: runs(1_000) },
		);
	});

	it('loses nothing to a slow page and one insertion with 4 requests at a time', async () => {
		const slow: Life = {
			...still,
			// The fourth page arrives at the service after those that were requested early.
			latencies: [
				[1, 1],
				[1, 1],
				[1, 1],
				[50, 1],
				[1, 1],
				[1, 1],
				[1, 1],
			],
			changes: before(5, { kind: 'add', to: 0.55 }),
		};
		const { list, ids } = await readLiving(readPages, slow);
		expect(list.steady().filter((id) => !ids.includes(id))).toEqual([]);
	});

	it('waits as long as an early response asked, also when the list has changed since', async () => {
		const life: Life = {
			...still,
			size: 60,
			latencies: [...range(0, 5).map((): [number, number] => [1, 1]), [50, 1], [1, 1], [1, 1]],
			changes: before(6, { kind: 'add', to: 0 }),
			failures: [
				...range(0, 6).map(() => undefined),
				{ kind: 'status', status: 429, messages: [], retryAfter: 5_000 },
			],
		};
		const { list, moved } = await readLiving(readPages, life);
		expect(moved).toBe(true);
		// The refusal arrives after 6 ms, the page that shows the change after 55.
		expect(list.askedAt.filter((time) => time > 10 && time < 5_000)).toEqual([]);
	});

	it.each([
		['the page holds the last record of the page before it', 1, { kind: 'add', to: 0 }],
		[
			'an early page does not go on where the page before it ended',
			4,
			{ kind: 'remove', place: 0 },
		],
	] as const)('notices that the list changed when %s', async (_, parallelRequests, change) => {
		const life = { ...still, changes: before(3, change) };
		const { moved } = await readLiving(readPages, life, { parallelRequests });
		expect(moved).toBe(true);
	});
});

describe('with Consistent Read', () => {
	it(
		'reads what nobody moved or removed exactly once and in order, or ends',
		{ timeout: ANY_TIME },
		async () => {
			await fc.assert(
				fc.asyncProperty(lives(ALL_KINDS), windows, async (life, parallelRequests) => {
					const { list, ids, failure } = await readLiving(readConsistently, life, {
						parallelRequests,
					});
					const steady = list.steady();
					const known = ['unsettled', 'shortPages', ...endings(life)];
					if (failure) expect(known).toContain(failure.kind);
					else expect(ids.filter((id) => steady.some((one) => one === id))).toEqual(steady);
				}),
				{ numRuns: runs(4_000) },
			);
		},
	);

	it('reads a list that nobody changes as it is, with one request for 48 records', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 3_000 }),
				windows,
				async (size, parallelRequests) => {
					const life = { ...still, pageSizes: [50], size };
					const { list, ids } = await readLiving(readConsistently, life, { parallelRequests });
					expect(ids).toEqual(list.steady());
					const pages = Math.max(1, Math.ceil((size - 2) / 48));
					expect(list.asked.length).toBeLessThanOrEqual(pages + parallelRequests - 1);
				},
			),
		);
	});

	it.each([
		[1_000, 0.2, 0],
		[1_000, 2, 100],
		[200, 10, 100],
	])(
		'reads %d lists right at %d changes a page, and ends at most %d',
		{ timeout: ANY_TIME },
		async (lists, changesPerPage, mostEnded) => {
			let ended = 0;
			for (let seed = 0; seed < runs(lists); seed++) {
				const life = longLife(seed, changesPerPage);
				const parallelRequests = [1, 2, 4, 16][seed % 4] ?? 1;
				const { list, ids, failure } = await readLiving(readConsistently, life, {
					parallelRequests,
				});
				if (failure) ended += 1;
				else {
					const steady = new Set<unknown>(list.steady());
					expect(ids.filter((id) => steady.has(id))).toEqual([...steady]);
				}
			}
			expect(ended).toBeLessThanOrEqual((mostEnded * runs(lists)) / lists);
		},
	);

	it('does not take a record that was moved along for the end of what was read', async () => {
		// 0 1 2 3 4 5 6 7 … becomes 1 3 4 5 2 6 7 …: at offset 2, a page would begin with 2 again.
		const life = {
			...still,
			changes: before(1, { kind: 'remove', place: 0 }, { kind: 'move', id: 2, to: 0.2 }),
		};
		const { ids } = await readLiving(readConsistently, life, { parallelRequests: 1 });
		expect(ids.filter((id) => id !== 2 && id !== 0)).toEqual([1, ...range(3, 12)]);
	});

	it('goes on when the list shrinks by more than a page', async () => {
		const gone: Change[] = range(0, 30).map(() => ({ kind: 'remove', place: 0 }));
		const life = { ...still, size: 60, pageSizes: [10], changes: before(4, ...gone) };
		const { ids } = await readLiving(readConsistently, life, { parallelRequests: 1 });
		expect(ids.slice(-30)).toEqual(range(30, 60));
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('begins anew when nothing of what was read is left', async () => {
		const gone: Change[] = range(0, 20).map(() => ({ kind: 'remove', place: 0 }));
		const life = { ...still, size: 60, pageSizes: [10], changes: before(2, ...gone) };
		const { ids } = await readLiving(readConsistently, life, { parallelRequests: 1 });
		expect(ids).toEqual(range(20, 60));
	});

	it('starts at the given offset, and follows what was there when records before it go', async () => {
		const gone: Change[] = range(0, 15).map(() => ({ kind: 'remove', place: 0 }));
		const life = { ...still, size: 60, pageSizes: [10], changes: before(1, ...gone) };
		const { ids } = await readLiving(readConsistently, life, { parallelRequests: 1, start: 20 });
		expect(ids).toEqual(range(20, 60));
	});

	it('ends when nothing of what was read from an offset is left', async () => {
		// At that offset, the list has gone on meanwhile.
		const gone: Change[] = range(0, 30).map(() => ({ kind: 'remove', place: 0 }));
		const life = { ...still, size: 60, pageSizes: [10], changes: before(1, ...gone) };
		const { failure } = await readLiving(readConsistently, life, { start: 20 });
		expect(failure?.kind).toBe('unsettled');
	});

	it.each([1, 2])(
		'ends with a message when the service puts no more than %d records on a page',
		async (pageSize) => {
			const life = { ...still, pageSizes: [pageSize] };
			const { list, failure } = await readLiving(readConsistently, life);
			expect(failure?.kind).toBe('shortPages');
			expect(list.asked.length).toBeLessThan(50);
		},
	);

	it('does not take a record that was moved for the end of a page with no other', async () => {
		const life = {
			...still,
			pageSizes: [1, ...range(0, 20).map(() => 12)],
			changes: before(1, { kind: 'move', id: 0, to: 0.4 }),
		};
		const { ids } = await readLiving(readConsistently, life, { parallelRequests: 1 });
		expect(ids.filter((id) => id !== 0)).toEqual(range(1, 12));
	});

	it('reads a list that grows during every request to its end', async () => {
		const life = {
			...still,
			changes: range(0, 30).map((): Change[] => [{ kind: 'add', to: 0 }]),
		};
		const { list, ids } = await readLiving(readConsistently, life);
		const steady = list.steady();
		expect(ids.filter((id) => steady.some((one) => one === id))).toEqual(steady);
	});
});
