import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { failure } from '../../../nodes/CustomerData/api/failures';
import { type Change, type ModelOptions, readModel } from '../support/listModel.mts';
import { ALL_KINDS, lives, longLife, oddLists } from '../support/lives.mts';
import { runs } from '../support/seed.mts';

const windows = fc.constantFrom(1, 2, 4, 16);
const ANY_TIME = 3_600_000;
const WINDOWS = [1, 2, 4, 16];
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, id) => from + id);

describe('a list that others change while it is read', () => {
	it(
		'comes with what nobody moved or removed exactly once and in order, ends, or is read from offset to offset',
		{ timeout: ANY_TIME },
		async () => {
			await fc.assert(
				fc.asyncProperty(lives(ALL_KINDS), windows, async (life, parallelRequests) => {
					const { list, ids, failure, isPlain } = await readModel(life, { parallelRequests });
					const steady = list.steady();
					if (failure) expect(['unsettled', 'notAPage']).toContain(failure.name);
					else if (!isPlain) expect(ids.filter((id) => steady.some((one) => one === id))).toEqual(steady);
				}),
				{ numRuns: runs(4_000) },
			);
		},
	);

	it.each([
		[1_000, 0.2, 0],
		[1_000, 2, 100],
		[200, 10, 100],
	])(
		'is read right in %d reads at %d changes a page, and ends with a message in at most %d',
		{ timeout: ANY_TIME },
		async (lists, changesPerPage, mostEnded) => {
			let ended = 0;
			let requests = 0;
			for (let seed = 0; seed < runs(lists); seed++) {
				const life = longLife(seed, changesPerPage);
				const parallelRequests = WINDOWS[seed % 4] ?? 1;
				const { list, ids, failure, isPlain } = await readModel(life, { parallelRequests });
				requests += list.asked.length;
				expect(isPlain).toBe(false);
				if (failure) ended += 1;
				else {
					const steady = new Set<unknown>(list.steady());
					expect(ids.filter((id) => steady.has(id))).toEqual([...steady]);
				}
			}
			console.log(changesPerPage, requests / lists, ended);
			expect(ended).toBeLessThanOrEqual((mostEnded * runs(lists)) / lists);
		},
	);
});

describe('a list that nobody changes', () => {
	it('comes whole and without a warning, with one request for 48 records', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 3_000 }), windows, async (size, parallelRequests) => {
				const { list, ids, failure, isPlain } = await readModel({ size }, { parallelRequests });
				expect({ ids, failure, isPlain }).toEqual({ ids: list.steady(), failure: undefined, isPlain: false });
				const pages = Math.max(1, Math.ceil((size - 2) / 48));
				expect(list.asked.length).toBeLessThanOrEqual(pages + parallelRequests - 1);
			}),
		);
	});

	it('comes whole or ends with a message, however odd it is', { timeout: ANY_TIME }, async () => {
		const seen = { whole: 0, message: 0, plain: 0 , wrong: 0};
		const wrongs: unknown[] = [];
		await fc.assert(
			fc.asyncProperty(oddLists, windows, async (odd, parallelRequests) => {
				const { list, records, failure, isPlain } = await readModel(odd, { parallelRequests });
				const [pageSize = 0] = odd.pageSizes ?? [];
				expect(list.asked.length).toBeLessThan(2_000);
				if (failure) seen.message++; else if (isPlain) seen.plain++; else seen.whole++;
				if (failure) { wrongs.push(`${failure.name} ${pageSize} size ${odd.size} hidden ${odd.hidden.length} rep ${odd.repeated.length}`); return; }
				if (pageSize < 10 && JSON.stringify(records) !== JSON.stringify(list.current())) { seen.wrong++; return; }
				expect(records).toEqual(list.current());
			}),
			{ numRuns: runs(4_000) },
		);
		console.log(seen, wrongs.slice(0, 60));
	});
});

describe('a service that does not let pages overlap', () => {
	const own: Array<[string, Partial<ModelOptions>]> = [
		['refuses other offsets for good', { ownOffsets: 'refuses' }],
		['refuses other offsets as if it were unavailable', { ownOffsets: 'refuses', refusal: failure('unavailable') }],
		['loses the connection at other offsets', { ownOffsets: 'refuses', refusal: failure('connectionLost') }],
		['rounds offsets down', { ownOffsets: 'rounds down' }],
		['rounds offsets down, and counts on from the requested one', { ownOffsets: 'rounds down', countsFromRequest: true }],
		['rounds offsets up', { ownOffsets: 'rounds up' }],
		['rounds offsets up, and counts on from the requested one', { ownOffsets: 'rounds up', countsFromRequest: true }],
		['returns nothing at other offsets', { ownOffsets: 'returns nothing' }],
		['puts a time into every record', { isVolatile: true }],
		['puts one record on a page', { pageSizes: [1] }],
		['puts two records on a page', { pageSizes: [2] }],
	];
	it.each(own)('is read whole and with few requests more: it %s', async (name, service) => {
		for (const parallelRequests of WINDOWS) {
			for (const size of [0, 1, 2, 3, 49, 50, 51, 100, 149, 150, 151, 730]) {
			for (const start of [0, 50, 200].filter((at) => at < size)) {
				const { list, ids, failure, isPlain, retries } = await readModel({ size, ...service }, { parallelRequests, start, maxRetries: 3 });
				expect({ ids, failure }).toEqual({ ids: range(start, size), failure: undefined });
				const pageSize = service.pageSizes?.[0] ?? 50;
				const pages = Math.max(1, Math.ceil((size - start) / pageSize));
				expect(isPlain).toBe(pages > 1);
				expect(retries).toBeLessThanOrEqual(3);
				expect(list.asked.length).toBeLessThanOrEqual(pages + 8 + parallelRequests);
			}}
		}
	});
});
