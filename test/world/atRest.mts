import assert from 'node:assert/strict';
import type { Contents, Customers } from './customers.mts';
import { expectWholeOrMessage, read, took, type Check } from './reading.mts';

/** One value in all rows, in half of them, in a fifth; and thirty rows a value. */
const tiedLists = (rows: number, order: string): Contents[] => [
	...[rows, rows / 2, rows / 5].map((alike) => ({ rows, order, alike, upTo: alike })),
	{ rows, order, alike: 30 },
];

const LISTS: Contents[] = [
	...[1, 2, 3, 5, 10, 20, 25, 33, 100, 400].map((alike) => ({ rows: 2_000, alike })),
	...[15, 200].map((alike) => ({ rows: 2_000, alike, order: 'changed desc' })),
	{ rows: 2_000, order: '' },
	...[1, 10].map((alike) => ({ rows: 10_000, alike })),
	...['changed', 'changed desc'].map((order) => ({ rows: 2_000, alike: 20, order })),
	...[120, 320, 1_000, 2_000, 5_000].flatMap((rows) =>
		['changed', 'changed desc'].flatMap((order) => tiedLists(rows, order)),
	),
];

/** So many rows that are sorted alike are read in any case. */
const MOST_ALIKE = 30;

/** A list that nobody changes comes whole, or with a message that names its order. */
export function atRest(name: string, customers: Customers): Check[] {
	return LISTS.map((list) => ({
		name: `${name} at rest: ${nameOf(list)}`,
		isQuick: list.rows === 320 || (list.rows === 2_000 && [1, 10, 100].includes(list.alike ?? 1)),
		async prove(parallelRequests) {
			await customers.fill(list);
			const reading = await read(customers, { parallelRequests });
			expectWholeOrMessage(reading, /order/i);
			const { message, hints, requests, summary } = reading;
			const most = mostRequests(list, parallelRequests);
			assert.ok(requests <= most, `${summary}; expected: at most ${most} requests`);
			const isWhole = message === undefined && hints.length === 0;
			const mayEnd = list.alike !== undefined && list.alike > MOST_ALIKE;
			assert.ok(mayEnd || isWhole, `${summary}; expected: whole, no hints`);
			return `${took(reading)} (${(requests / pagesOf(list)).toFixed(1)} readings)`;
		},
	}));
}

function nameOf({ rows, alike = 1, upTo = rows, order = 'city' }: Contents): string {
	const others = upTo < rows ? ' in the first ones' : '';
	return `${rows} rows, sorted by ${order || 'nothing'}, ${alike} a value${others}`;
}

/** How many pages a reading of the list takes: all but the first one overlap. */
function pagesOf({ rows }: Contents): number {
	return Math.ceil((rows - 2) / 48);
}

function mostRequests(list: Contents, parallelRequests: number): number {
	const { rows, alike = 1 } = list;
	const early = parallelRequests - 1;
	if (alike === 1) return pagesOf(list) + early;
	// PostgreSQL took 3.3 times the pages, in descending order.
	if (alike <= 20) return 3.5 * Math.ceil(rows / 50);
	// Five readings, what is asked early in each, and what is asked in vain where they begin.
	return 5 * (pagesOf(list) + early) + 15;
}
