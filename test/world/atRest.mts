import assert from 'node:assert/strict';
import type { Contents, Customers } from './customers.mts';
import { type Check, expectWholeOrMessage, read, took } from './reading.mts';

const LISTS: Contents[] = [
	...[1, 2, 3, 5, 10, 20, 25, 33, 100, 400].map((alike) => ({ rows: 2_000, alike })),
	...[15, 200].map((alike) => ({ rows: 2_000, alike, order: 'changed desc' })),
	{ rows: 2_000, order: '' },
	...[1, 10].map((alike) => ({ rows: 10_000, alike })),
];

/** So many rows that are sorted alike are read in any case. */
const MOST_ALIKE = 20;

/** A list that nobody changes comes whole, or with a message that names its order. */
export function atRest(name: string, customers: Customers): Check[] {
	return LISTS.map(({ rows, alike = 1, order = 'city' }) => ({
		name: `${name} at rest: ${rows} rows, sorted by ${order || 'nothing'}, ${alike} a value`,
		isQuick: rows === 2_000 && [1, 10, 100].includes(alike),
		async prove(parallelRequests) {
			await customers.fill({ rows, alike, order });
			const reading = await read(customers, { parallelRequests });
			expectWholeOrMessage(reading, /order/i);
			if (alike > MOST_ALIKE) return took(reading);
			const exactly = Math.ceil((rows - 2) / 48) + parallelRequests - 1;
			const most = alike === 1 ? exactly : 3 * Math.ceil(rows / 50);
			const { message, hints, requests, summary } = reading;
			const isExact = message === undefined && hints.length === 0 && requests <= most;
			assert.ok(isExact, `${summary}; expected: whole, with at most ${most} requests, no hints`);
			return took(reading);
		},
	}));
}
