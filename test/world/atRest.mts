import assert from 'node:assert/strict';
import type { Check } from './check.mts';
import type { Contents, Customers } from './customers.mts';
import { expectWhole, expectWholeOrMessage, read, took } from './reading.mts';

const LISTS: Array<[string, Contents]> = [
	['a unique column', { rows: 2_000 }],
	...[2, 3, 5, 10, 20, 25, 33, 100, 400].map((alike): [string, Contents] => [
		`a column with ${alike} rows a value`,
		{ rows: 2_000, alike },
	]),
	...[15, 200].map((alike): [string, Contents] => [
		`the time of the last change, ${alike} rows at a time`,
		{ rows: 2_000, alike, order: 'changed desc' },
	]),
	['nothing', { rows: 2_000, order: '' }],
	['a unique column', { rows: 10_000 }],
	['a column with 10 rows a value', { rows: 10_000, alike: 10 }],
];

/** So many rows that are sorted alike are read in any case. */
const MOST_ALIKE = 20;

/** A list that nobody changes comes whole, or with a message that names its order. */
export function atRest(name: string, customers: Customers): Check[] {
	return LISTS.map(([order, contents]) => ({
		name: `${name} at rest: ${contents.rows} customers, sorted by ${order}`,
		isQuick: contents.rows === 2_000 && [1, 10, 100].includes(contents.alike ?? 1),
		async prove(parallelRequests) {
			await customers.fill(contents);
			const reading = await read(customers, { parallelRequests });
			const { alike = 1, rows } = contents;
			if (alike > MOST_ALIKE) expectWholeOrMessage(reading, /order/i);
			else {
				expectWhole(reading);
				const exactly = Math.ceil((rows - 2) / 48) + parallelRequests - 1;
				const most = alike === 1 ? exactly : 3 * Math.ceil(rows / 50);
				assert.ok(reading.requests <= most, `${reading.summary}, at most ${most} expected`);
			}
			return took(reading);
		},
	}));
}
