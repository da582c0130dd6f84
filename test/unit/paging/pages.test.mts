import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Failure, failure } from '../../../nodes/CustomerData/api/failures';
import { readPages } from '../../../nodes/CustomerData/paging/pages';
import { quicklySeeded } from '../../../service/random.mts';
import {
	type Change,
	ListModel,
	type ModelOptions,
	optionsFor,
	readModel,
} from '../support/listModel.mts';
import { ALL_KINDS, everyNth, lives, longLife, oddLists } from '../support/lives.mts';
import { runs } from '../support/seed.mts';
import { VirtualTime } from '../support/virtualTime.mts';

const WINDOWS = [1, 2, 4, 16];
const windows = fc.constantFrom(...WINDOWS);

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, id) => from + id);

/** Changes before the page that is served as the nth, counted from 0. */
const before = (nth: number, ...changes: Change[]): Change[][] => [
	...Array.from({ length: nth }, () => []),
	changes,
];

const removeFirst = (count: number): Change[] =>
	range(0, count).map(() => ({ kind: 'remove', place: 0 }));

describe('a list that others change while it is read', () => {
	it('comes with what nobody moved or removed exactly once and in order, or the read ends', async () => {
		await fc.assert(
			fc.asyncProperty(lives(ALL_KINDS), windows, async (life, parallelRequests) => {
				const { list, ids, failure, isPlain } = await readModel(life, { parallelRequests });
				const steady = list.steady();
				if (failure) expect(['unsettled', 'notAPage']).toContain(failure.name);
				// Pages that are too short to overlap promise nothing.
				else if (isPlain) expect(life.pageSizes).not.toEqual([50]);
				else expect(ids.filter((id) => steady.some((one) => one === id))).toEqual(steady);
			}),
			{ numRuns: runs(4_000) },
		);
	});

	it.each([
		[1_000, 0.2, 0],
		[1_000, 2, 10],
		[200, 10, 20],
	])(
		'is read right in %d reads at %d changes a page, and ends with a message in at most %d',

		async (reads, changesPerPage, mostEnded) => {
			let ended = 0;
			for (let seed = 0; seed < runs(reads); seed++) {
				const life = longLife(seed, changesPerPage);
				const parallelRequests = WINDOWS[seed % 4] ?? 1;
				const { list, ids, failure, isPlain } = await readModel(life, { parallelRequests });
				expect(isPlain).toBe(false);
				if (failure) ended += 1;
				else {
					const steady = new Set<unknown>(list.steady());
					expect(ids.filter((id) => steady.has(id))).toEqual([...steady]);
				}
			}
			expect(ended).toBeLessThanOrEqual((mostEnded * runs(reads)) / reads);
		},
	);

	const small = { size: 60, pageSizes: [10] };
	const sequentially = { parallelRequests: 1 };

	it('is followed when it shrinks by more than a page', async () => {
		const life = { ...small, changes: before(4, ...removeFirst(30)) };
		const { ids } = await readModel(life, sequentially);
		expect(ids.slice(-30)).toEqual(range(30, 60));
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('is read from the front again when nothing of what was read is left', async () => {
		const life = { ...small, changes: before(2, ...removeFirst(20)) };
		const { ids } = await readModel(life, sequentially);
		expect(ids).toEqual(range(20, 60));
	});

	it('is followed from an Offset when records before it go', async () => {
		const life = { ...small, changes: before(1, ...removeFirst(15)) };
		const { ids } = await readModel(life, { ...sequentially, start: 20 });
		expect(ids).toEqual(range(20, 60));
	});

	it('ends the read from an Offset when nothing of what was read is left', async () => {
		const life = { ...small, changes: before(2, ...removeFirst(40)) };
		const { failure } = await readModel(life, { ...sequentially, start: 20 });
		expect(failure?.name).toBe('unsettled');
	});

	it('ends the read after 30 pages that get no further', async () => {
		const everywhere = range(0, 60).map((): Change => ({ kind: 'rename', place: 0, to: 1 }));
		const life = { ...small, changes: [[], [], ...range(0, 200).map(() => everywhere)] };
		const { list, failure } = await readModel(life, sequentially);
		expect(failure?.name).toBe('unsettled');
		expect(list.asked.length).toBeGreaterThan(30);
		expect(list.asked.length).toBeLessThan(36);
	});
});

describe('a list that nobody changes', () => {
	it('comes whole, without a warning, and with one request for 48 records', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat({ max: 3_000 }), windows, async (size, parallelRequests) => {
				const { list, ...read } = await readModel({ size }, { parallelRequests });
				expect(read).toMatchObject({ ids: list.steady(), failure: undefined, isPlain: false });
				const pages = Math.max(1, Math.ceil((size - 2) / 48));
				expect(list.asked.length).toBeLessThanOrEqual(pages + parallelRequests - 1);
				expect(new Set(list.offsets).size).toBe(list.asked.length);
			}),
		);
	});

	it('comes whole or with a message, however odd it is', async () => {
		let odds = 0;
		await fc.assert(
			fc.asyncProperty(oddLists, windows, async (odd, parallelRequests) => {
				const { list, records, failure, isPlain } = await readModel(odd, { parallelRequests });
				const [pageSize = 0] = odd.pageSizes ?? [];
				const isUsual = pageSize >= 10;
				expect(list.asked.length).toBeLessThan(1_000);
				if (isUsual && (failure || isPlain)) odds += 1;
				if (!failure) expect(records).toEqual(list.current());
			}),
			{ numRuns: runs(4_000) },
		);
		// Records that are equal and others that are hidden can leave no page to be sure of.
		expect(odds).toBeLessThanOrEqual(runs(4_000) / 100);
	});

	it('comes whole when pages hold fewer records than x-page-next counts', async () => {
		const hidden = range(0, 1_000).filter((id) => id % 50 >= 20);
		const { list, ids, isPlain } = await readModel({ size: 1_000, hidden });
		expect(ids).toEqual(list.steady());
		expect(isPlain).toBe(false);
	});

	it.each(WINDOWS)(
		'comes whole when the service takes what it shows for the end of the list, %d at a time',
		async (parallelRequests) => {
			const model = { size: 600, hidden: everyNth(3, 600), endsEarly: true };
			const { list, ids } = await readModel(model, { parallelRequests });
			expect(ids).toEqual(list.steady());
		},
	);

	it('is left alone when the consumer has enough, and what it was asked for early is ended', async () => {
		const time = new VirtualTime();
		const list = new ListModel({ size: 5_000 }, time);
		const read = async () => {
			for await (const { offset } of readPages(optionsFor(list, time), 0)) if (offset > 400) break;
		};
		await time.during(read());
		const { length } = list.asked;
		await new Promise((resolve) => setImmediate(resolve));
		expect(list.underWay).toBe(0);
		await time.during(time.wait(10_000));
		expect(list.asked).toHaveLength(length);
	});
});

describe('a service that does not let pages overlap', () => {
	const refuses = (refusal: Failure) => ({ ownOffsets: 'refuses', refusal }) as const;
	const unavailable = failure('unavailable');
	const SERVICES: Array<[string, Partial<ModelOptions>]> = [
		['refuses other offsets for good', { ownOffsets: 'refuses' }],
		['refuses other offsets as if it were unavailable', refuses(unavailable)],
		['closes the connection at other offsets', refuses(failure('connectionLost'))],
		['rounds offsets down', { ownOffsets: 'rounds down' }],
		['rounds down and counts on', { ownOffsets: 'rounds down', countsFromRequest: true }],
		['rounds offsets up', { ownOffsets: 'rounds up' }],
		['rounds up and counts on', { ownOffsets: 'rounds up', countsFromRequest: true }],
		['returns nothing at other offsets', { ownOffsets: 'returns nothing' }],
		['puts a time into every record', { isVolatile: true }],
		['puts one record on a page', { pageSizes: [1] }],
		['puts two records on a page', { pageSizes: [2] }],
	];

	it.each(SERVICES)('is read whole, with a handful of requests more: it %s', async (_, service) => {
		const pageSize = service.pageSizes?.[0] ?? 50;
		for (const parallelRequests of WINDOWS) {
			for (const size of [0, 1, 2, 3, 49, 50, 51, 99, 100, 101, 730]) {
				for (const start of [0, 50, 200].filter((offset) => offset <= size)) {
					const options = { parallelRequests, start, maxRetries: 3 };
					const { list, ...read } = await readModel({ size, ...service }, options);
					const pages = Math.max(1, Math.ceil((size - start) / pageSize));
					expect(read).toMatchObject({ ids: range(start, size), failure: undefined });
					expect(read.isPlain).toBe(pages > 1);
					expect(read.retries).toBeLessThanOrEqual(3);
					expect(list.asked.length).toBeLessThanOrEqual(pages + 8 + 2 * parallelRequests);
				}
			}
		}
	});

	it('is asked several times at the same time all the same', async () => {
		const model = { size: 5_000, ownOffsets: 'refuses' } as const;
		const { list } = await readModel(model, { parallelRequests: 16 });
		expect(list.mostUnderWay).toBe(16);
	});

	it('is not taken for one once pages have overlapped', async () => {
		const model = { size: 300, broken: { id: 250, failure: failure('notAPage') } };
		const { failure: found, isPlain } = await readModel(model);
		expect({ name: found?.name, isPlain }).toEqual({ name: 'notAPage', isPlain: false });
	});

	it('is not retried twice over when it is away', async () => {
		const model = { size: 300, failures: [undefined, ...range(0, 99).map(() => unavailable)] };
		const { list, failure: found } = await readModel(model, { parallelRequests: 1, maxRetries: 3 });
		expect(found).toEqual(unavailable);
		expect(list.offsets).toEqual([0, 48, 48, 48, 48, 50]);
	});
});

describe.each([1, 4, 16])('with %d requests at a time, a page that fails', (parallelRequests) => {
	/** 300 records; the page that fails is the fourth. */
	const failing = (failure: Failure, times = Infinity): ModelOptions => {
		return { size: 300, broken: { id: 180, failure, times } };
	};
	const requestsFor = (list: ListModel) => list.asked.filter(({ offset }) => offset === 144);

	it.each([0, 1, 2, 3])('is requested once and %d times more', async (maxRetries) => {
		const reason = failure('connectionLost');
		const options = { parallelRequests, maxRetries };
		const { list, failure: found } = await readModel(failing(reason), options);
		expect(found).toEqual(reason);
		expect(requestsFor(list)).toHaveLength(maxRetries + 1);
		const once = await readModel(failing(reason, maxRetries), options);
		expect(once.ids).toEqual(range(0, 300));
	});

	it('is requested once when a retry cannot fix it', async () => {
		const reason = failure('notAPage');
		const { list, failure: found } = await readModel(failing(reason), { parallelRequests });
		expect(found).toEqual(reason);
		expect(requestsFor(list)).toHaveLength(1);
	});

	it('is waited for, also when it was requested early', async () => {
		const reason = failure('unavailable');
		const options = { parallelRequests, random: () => 1 };
		const { list, ids } = await readModel(failing(reason, 2), options);
		expect(ids).toEqual(range(0, 300));
		const [first, second, third] = requestsFor(list).map(({ at }) => at);
		expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1_000);
		expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(2_000);
	});

	it('lets nothing else out while the service asks to wait', async () => {
		const reason = failure('status429', { retryAfter: 5_000 });
		const { list, ids } = await readModel(failing(reason, 1), { parallelRequests });
		const refused = (requestsFor(list)[0]?.at ?? 0) + 2;
		expect(ids).toEqual(range(0, 300));
		expect(list.asked.filter(({ at }) => at > refused && at < refused + 5_000)).toEqual([]);
	});

	it('ends the read at once when the service asks to wait for more than a minute', async () => {
		const reason = failure('status429', { retryAfter: 60_001 });
		const { list, failure: found, took } = await readModel(failing(reason), { parallelRequests });
		expect(found).toEqual(reason);
		expect(requestsFor(list)).toHaveLength(1);
		expect(took).toBeLessThan(1_000);
	});

	it('is named by its first record that was not read', async () => {
		const time = new VirtualTime();
		const list = new ListModel(failing(failure('notAPage')), time);
		const read = async () => {
			for await (const _ of readPages({ ...optionsFor(list, time), parallelRequests }, 0));
		};
		await expect(time.during(read())).rejects.toMatchObject({ list: 'GetCustomers', offset: 146 });
	});
});

describe('requests at the same time', () => {
	it('become more with each page, up to the number that is allowed', async () => {
		const { list } = await readModel({ size: 5_000 }, { parallelRequests: 16 });
		expect(list.mostUnderWay).toBe(16);
		expect(list.offsets.slice(0, 6)).toEqual([0, 48, 96, 144, 192, 240]);
	});

	it('are made early for no page that has nothing new before the end', async () => {
		const time = new VirtualTime();
		const list = new ListModel({ size: 5_000 }, time);
		const options = { ...optionsFor(list, time), parallelRequests: 16, end: () => 146 };
		const read = async () => {
			let count = 0;
			for await (const { kept, records } of readPages(options, 0)) {
				count = kept + records.length;
				if (count >= 146) return count;
			}
			return count;
		};
		expect(await time.during(read())).toBe(146);
		expect(list.offsets).toEqual([0, 48, 96]);
		expect(list.mostUnderWay).toBe(2);
	});

	it('never become more than allowed, also where early ones are dropped again and again', async () => {
		const model = {
			size: 1_500,
			pageSizes: [50, 50, 30],
			latencies: [[1, 9]] as [[number, number]],
		};
		const { list, ids } = await readModel(model, { parallelRequests: 2 });
		expect(ids).toEqual(range(0, 1_500));
		expect(list.mostUnderWay).toBe(2);
	});

	it.each([7, 50])('are of use where each %dth record is hidden, too', async (nth) => {
		const model: ModelOptions = {
			size: 2_000,
			hidden: everyNth(nth, 2_000),
			latencies: [[10, 10]],
		};
		const one = await readModel(model, { parallelRequests: 1 });
		const four = await readModel(model, { parallelRequests: 4 });
		expect(four.ids).toEqual(one.ids);
		expect(four.took).toBeLessThan(one.took / 2);
		expect(four.list.asked.length).toBeLessThan(1.3 * one.list.asked.length);
	});

	it('are few more than there are pages when pages hold more and fewer records', async () => {
		const model = { size: 10_000, pageSizes: [50, 50, 30] };
		const { list } = await readModel(model, { parallelRequests: 16 });
		expect(list.asked.length).toBeLessThan(1.3 * (10_000 / (130 / 3 - 2)));
	});

	it('never reach beyond what is needed', async () => {
		const { list } = await readModel({ size: 5_000 }, { parallelRequests: 16, end: () => 500 });
		const time = new VirtualTime();
		const bounded = new ListModel({ size: 5_000 }, time);
		const options = { ...optionsFor(bounded, time), parallelRequests: 16, end: () => 500 };
		const read = async () => {
			for await (const { next = 0 } of readPages(options, 0)) if (next >= 500) break;
		};
		await time.during(read());
		expect(Math.max(...bounded.offsets)).toBeLessThan(498);
		expect(list.asked.length).toBeGreaterThan(bounded.asked.length);
	});

	it.each([1, 2, 3, 8])(
		'are few in vain at a service that takes %d, and the list comes whole',
		async (maxConcurrent) => {
			const model = { size: 20_000, maxConcurrent };
			const { list, ids } = await readModel(model, { parallelRequests: 16, maxRetries: 3 });
			expect(ids).toHaveLength(20_000);
			expect(list.asked.length).toBeLessThan(417 * 1.5);
		},
	);

	it('take not much longer than the best number where the service takes fewer', async () => {
		for (const [maxConcurrent, parallelRequests] of [
			[3, 4],
			[8, 9],
			[8, 16],
		]) {
			const timed = async (allowed = 1) =>
				(
					await readModel(
						{ size: 20_000, latencies: [[10, 10]], ...{ maxConcurrent } },
						{ parallelRequests: allowed },
					)
				).took;
			expect(await timed(parallelRequests)).toBeLessThan(3 * (await timed(maxConcurrent)));
		}
	});

	it('become as many as before when the service recovers', async () => {
		const model = { size: 5_000, away: [20, 30] as [number, number] };
		const { list, ids } = await readModel(model, { parallelRequests: 16 });
		expect(ids).toHaveLength(5_000);
		expect(list.mostUnderWay).toBe(16);
	});

	it('do not make a read fail that one at a time survives', async () => {
		const failed = { 1: 0, 4: 0, 16: 0 };
		for (const parallelRequests of [1, 4, 16] as const) {
			for (const away of [500, 1_000, 2_000]) {
				for (let seed = 0; seed < runs(200); seed++) {
					const dice = quicklySeeded();
					dice.seed(seed);
					const from = dice.next() * 100;
					const read = await readModel(
						{ size: 1_000, latencies: [[10, 10]], away: [from, from + away] },
						{ parallelRequests, maxRetries: 3, random: () => dice.next() },
					);
					if (read.failure) failed[parallelRequests] += 1;
				}
			}
		}
		expect(failed[4]).toBeLessThanOrEqual(failed[1]);
		expect(failed[16]).toBeLessThanOrEqual(failed[1]);
	});
});

describe('a read that is cancelled', () => {
	it.each(['first', 'second'])(
		'ends at once, and says what had gone wrong before: on the %s page',
		async (page) => {
			const time = new VirtualTime();
			const unavailable = failure('unavailable');
			const list = new ListModel(
				{
					size: 300,
					failures: [
						...(page === 'first' ? [] : [undefined]),
						...range(0, 99).map(() => unavailable),
					],
				},
				time,
			);
			const controller = new AbortController();
			const options = { ...optionsFor(list, time, { random: () => 1 }), signal: controller.signal };
			const read = async () => {
				for await (const _ of readPages(options, 0));
			};
			const cancel = async () => {
				await time.wait(1_500);
				controller.abort();
			};
			const ended = time.during(Promise.all([read(), cancel()]));
			await expect(ended).rejects.toMatchObject({
				failure: { name: 'cancelled', after: unavailable },
			});
			expect(time.now).toBeLessThan(2_000);
		},
	);
});
