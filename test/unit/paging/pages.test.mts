import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Failure, PageNotRead } from '../../../nodes/CustomerData/paging/failure';
import type { DataRecord } from '../../../nodes/CustomerData/paging/answer';
import type { ListReader } from '../../../nodes/CustomerData/paging/listReader';
import { everyField, identityBy } from '../../../nodes/CustomerData/paging/identity';
import { readPages } from '../../../nodes/CustomerData/paging/pages';
import { isTransient } from '../../../nodes/CustomerData/transport/statuses';
import {
	type SimulatedList,
	SimulatedService,
	type Trouble,
} from '../support/simulatedService.mts';
import { runs } from '../support/seed.mts';

const regular = (size: number): SimulatedList => ({ size, counts: [50], hiddenEvery: 0 });

const policy = (maxRetries: number, sleep = async () => {}) => ({
	maxRetries,
	shouldRetry: isTransient,
	sleep,
	random: () => 0,
});

function readerOf(service: SimulatedService, changes: Partial<ListReader> = {}): ListReader {
	return {
		list: 'GetCustomers',
		fetchPage: service.fetchPage,
		identity: identityBy(everyField),
		parallelRequests: 4,
		nextTurn: async () => {},
		retryPolicy: policy(3),
		signal: new AbortController().signal,
		...changes,
	};
}

async function collect(reader: ListReader, offset = 0): Promise<DataRecord[]> {
	const records: DataRecord[] = [];
	for await (const page of readPages(reader, offset)) records.push(...page.records);
	return records;
}

/** Answers come in the order of the requests, but not at once. */
async function inTime<T>(value: T): Promise<T> {
	await new Promise((resolve) => setImmediate(resolve));
	return value;
}

/** No two answers come in the same turn. */
let lastTurn = Promise.resolve();
async function slowly<T>(value: T): Promise<T> {
	for (let turn = 0; turn < 20; turn++) await inTime(undefined);
	lastTurn = lastTurn.then(async () => await inTime(undefined));
	await lastTurn;
	return value;
}

/** How many turns of the event loop the work takes. */
async function countTurns(work: Promise<unknown>): Promise<number> {
	let turns = 0;
	let done = false;
	void work.finally(() => {
		done = true;
	});
	for (; !done; turns++) await inTime(undefined);
	return turns;
}

/** Answers and turns come in any order that the scheduler picks. */
function timeOf(scheduler: fc.Scheduler) {
	const travel = async <T,>(value: T) => await scheduler.schedule(Promise.resolve(value));
	return { travel, nextTurn: async () => await travel(undefined) };
}

const transient: Failure[] = [
	{ kind: 'connection', code: 'ECONNRESET' },
	{ kind: 'timeout', milliseconds: 1 },
	{ kind: 'status', status: 503, messages: [], retryAfter: undefined },
];
const lasting: Failure[] = [
	{ kind: 'status', status: 401, messages: [], retryAfter: undefined },
	{ kind: 'notAPage', found: 'JSON that is a list' },
];

const lists: fc.Arbitrary<SimulatedList> = fc.record({
	size: fc.integer({ min: 0, max: 2500 }),
	counts: fc.oneof(
		fc.constant<number[]>([50]),
		fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 }),
	),
	hiddenEvery: fc.constantFrom(0, 0, 3, 49, 50, 75),
});
const windows = fc.integer({ min: 1, max: 16 });

function troubles(failures: Failure[], times: fc.Arbitrary<number>): fc.Arbitrary<Trouble[]> {
	const place = fc.double({ min: 0, max: 0.999, noNaN: true });
	const failure = fc.constantFrom(...failures);
	return fc.array(fc.record({ place, times, failure }), { maxLength: 3 });
}

describe('readPages', () => {
	it('wastes few requests when the stride keeps changing', async () => {
		const service = new SimulatedService(
			{ size: 20_000, counts: [50, 50, 30], hiddenEvery: 0 },
			[],
			inTime,
		);
		await collect(readerOf(service, { parallelRequests: 16 }));
		expect(service.asked.length).toBeLessThan(1.2 * service.chain().length);
	});

	it('widens the window page by page, and keeps it full', async () => {
		const service = new SimulatedService(regular(50 * 40), [], inTime);
		await collect(readerOf(service, { parallelRequests: 16 }));
		expect(service.mostUnderWay).toBe(16);
		expect(service.asked.slice(0, 6)).toEqual([0, 50, 99, 148, 197, 246]);
	});

	it('sends one request per turn of the event loop, however many the window allows', async () => {
		const service = new SimulatedService(regular(50 * 40), [], inTime);
		const turns: Array<() => void> = [];
		const nextTurn = async () => await new Promise<void>((resolve) => turns.push(resolve));
		let made = 0;
		const fetchPage: ListReader['fetchPage'] = async (offset, signal) => {
			made += 1;
			return await service.fetchPage(offset, signal);
		};
		const passTurn = async () => {
			expect(turns).toHaveLength(1);
			turns.shift()?.();
			await inTime(undefined);
			return made;
		};
		const reader = readerOf(service, { fetchPage, parallelRequests: 16, nextTurn });
		for await (const { offset } of readPages(reader, 0)) {
			if (offset < 49 * 20) continue;
			expect(made).toBe(21);
			expect([await passTurn(), await passTurn(), await passTurn()]).toEqual([22, 23, 24]);
			break;
		}
		expect(await passTurn()).toBe(24);
		expect(turns).toHaveLength(0);
	});

	it('wastes few requests on a service that takes one at a time', async () => {
		const service = new SimulatedService(regular(50 * 400), [], inTime);
		service.maxConcurrent = 1;
		await collect(readerOf(service, { parallelRequests: 16 }));
		expect(service.asked.length).toBeLessThan(400 + 40);
	});

	it.each([
		[3, 4],
		[8, 9],
		[8, 16],
	])(
		'stays close to the %d parallel requests that a service takes when %d are allowed',
		async (takes, parallelRequests) => {
			const turns = async (allowed: number) => {
				const service = new SimulatedService(regular(50 * 1000), [], slowly);
				service.maxConcurrent = takes;
				return await countTurns(collect(readerOf(service, { parallelRequests: allowed })));
			};
			expect(await turns(parallelRequests)).toBeLessThan(4 * (await turns(takes)));
		},
	);

	it('opens the window again when the service recovers', async () => {
		const failure = transient[0] ?? { kind: 'cancelled' };
		const service = new SimulatedService(
			regular(50 * 60),
			[{ place: 0.1, times: 3, failure }],
			inTime,
		);
		await collect(readerOf(service, { parallelRequests: 16 }));
		expect(service.mostUnderWay).toBe(16);
	});

	it('never exceeds the parallel requests while dropped ones are slow to end', async () => {
		const service = new SimulatedService({ size: 1500, counts: [50, 50, 30], hiddenEvery: 0 });
		let underWay = 0;
		let most = 0;
		const fetchPage: ListReader['fetchPage'] = async (offset, signal) => {
			most = Math.max(most, ++underWay);
			const answer = await service.fetchPage(offset, signal);
			await inTime(undefined);
			// What was dropped never ends.
			if (signal.aborted) return await new Promise(() => {});
			underWay -= 1;
			return answer;
		};
		const records = await collect(readerOf(service, { fetchPage, parallelRequests: 2 }));
		expect(records).toEqual(service.records());
		expect({ underWay, most }).toEqual({ underWay: 1, most: 2 });
	});

	it('starts at the given offset', async () => {
		const service = new SimulatedService(regular(500));
		expect(await collect(readerOf(service), 400)).toEqual(service.records().slice(400));
	});

	it('sends no more requests when the consumer stops', async () => {
		const service = new SimulatedService(regular(5000));
		for await (const page of readPages(readerOf(service, { parallelRequests: 16 }), 0)) {
			expect(page.records).toHaveLength(50);
			break;
		}
		await new Promise((resolve) => setImmediate(resolve));
		expect(service.asked).toEqual([0]);
	});

	it('ends early requests when the chain ends', async () => {
		const beyond: AbortSignal[] = [];
		const service = new SimulatedService(regular(500));
		const fetchPage: ListReader['fetchPage'] = async (offset, signal) => {
			if (offset >= 500) beyond.push(signal);
			if (offset >= 500) return await new Promise(() => {});
			return await service.fetchPage(offset, signal);
		};
		await collect(readerOf(service, { fetchPage }));
		expect(beyond.length).toBeGreaterThan(0);
		expect(beyond.every(({ aborted }) => aborted)).toBe(true);
	});

	it('yields the same pages as a sequential reader, for all strides, failures, windows and orders of answers', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				lists,
				troubles(transient, fc.integer({ min: 1, max: 3 })),
				windows,
				async (scheduler, list, trouble, parallelRequests) => {
					const { travel, nextTurn } = timeOf(scheduler);
					const service = new SimulatedService(list, trouble, travel);
					const retryPolicy = policy(10);
					const reader = readerOf(service, { parallelRequests, nextTurn, retryPolicy });
					const records = await scheduler.waitFor(collect(reader));
					expect(records).toEqual(service.records());
					expect(service.mostUnderWay).toBeLessThanOrEqual(parallelRequests);
				},
			),
			{ numRuns: runs(1000) },
		);
	});

	it('ends at the page where a sequential reader would end, with its failure', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				lists,
				fc.double({ min: 0, max: 0.999, noNaN: true }),
				fc.constantFrom(...transient, ...lasting),
				windows,
				async (scheduler, list, place, failure, parallelRequests) => {
					const { travel, nextTurn } = timeOf(scheduler);
					const service = new SimulatedService(list, [{ place, times: Infinity, failure }], travel);
					const reader = readerOf(service, { parallelRequests, nextTurn });
					const error = await scheduler.waitFor(collect(reader).catch((thrown: unknown) => thrown));
					if (!(error instanceof PageNotRead)) throw new Error('The read did not end');
					expect(error.failure).toEqual(failure);
					const record = Math.floor(place * list.size);
					expect(error.offset).toBeLessThanOrEqual(record);
					expect(error.offset).toBeGreaterThan(record - 50);
				},
			),
		);
	});

	it('sends at most twice as many requests as there are pages, and at most 15 more', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.integer({ min: 3, max: 3000 }),
				windows,
				async (scheduler, size, parallelRequests) => {
					const { travel, nextTurn } = timeOf(scheduler);
					const service = new SimulatedService(regular(size), [], travel);
					const reader = readerOf(service, { parallelRequests, nextTurn });
					await scheduler.waitFor(collect(reader));
					// Each page after the second begins with a record of the one before.
					const pages = Math.ceil((size - 2) / 49) || 1;
					const most = Math.min(2 * pages, pages + parallelRequests - 1);
					expect(service.asked.length).toBeLessThanOrEqual(most);
					expect(new Set(service.asked).size).toBe(service.asked.length);
				},
			),
		);
	});

	it('sends at most twice as many requests as there are pages when the stride keeps changing', async () => {
		await fc.assert(
			fc.asyncProperty(lists, windows, async (list, parallelRequests) => {
				fc.pre(list.counts.every((count) => count >= 5));
				const service = new SimulatedService(list);
				await collect(readerOf(service, { parallelRequests }));
				expect(service.asked.length).toBeLessThanOrEqual(2 * service.chain().length + 1);
			}),
		);
	});

	it('follows the loop of the specification exactly with one request at a time', async () => {
		await fc.assert(
			fc.asyncProperty(lists, async (list) => {
				const service = new SimulatedService(list);
				await collect(readerOf(service, { parallelRequests: 1 }));
				expect(service.asked).toEqual(service.chain());
			}),
		);
	});

	it.each([0, 3])(
		'reads a service that limits parallel requests to the end, with %d retries',
		async (maxRetries) => {
			await fc.assert(
				fc.asyncProperty(
					fc.scheduler(),
					fc.integer({ min: 0, max: 3000 }).map(regular),
					windows,
					fc.integer({ min: 1, max: 4 }),
					fc.integer({ min: 0, max: 60 }),
					async (scheduler, list, parallelRequests, maxConcurrent, freeRequests) => {
						const { travel, nextTurn } = timeOf(scheduler);
						const service = new SimulatedService(list, [], async (answer) => {
							if (service.asked.length > freeRequests) service.maxConcurrent = maxConcurrent;
							return await travel(answer);
						});
						const retryPolicy = policy(maxRetries);
						const reader = readerOf(service, { parallelRequests, retryPolicy, nextTurn });
						expect(await scheduler.waitFor(collect(reader))).toEqual(service.records());
					},
				),
			);
		},
	);
});
