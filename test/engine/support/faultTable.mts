import { expect } from 'vitest';

import { type Failure, FAILURES } from '../../../nodes/CustomerData/api/failures';
import type { Outcome } from './runNode.mts';

/** Of a list in four pages: each begins with the last two records of the one before. */
export const RECORDS = 180;
export const OFFSETS = [0, 48, 96, 144];

export interface Setting {
	page: string;
	/** Where the page that fails starts. */
	offset: number;
	/** The first record that is not read then. */
	unread: number;
	/** How many pages are requested at a time. */
	parallel: number;
}

const PLACES = [
	{ page: 'first', offset: 0, unread: 0 },
	{ page: 'middle', offset: 96, unread: 98 },
	{ page: 'last', offset: 144, unread: 146 },
];
const PARALLEL = [1, 4, 16];

/** Each fault on each of the pages and with each number of requests; three faults, in each combination. */
export function inEachPlace<Row extends unknown[]>(rows: Row[]): Array<[...Row, Setting]> {
	return rows.flatMap((row, nth) =>
		PLACES.map((place, at): [...Row, Setting] => {
			const parallel = PARALLEL[(nth + at) % PARALLEL.length] ?? 1;
			return [...row, { ...place, parallel }];
		}),
	);
}

/** The words of the failure, up to what they leave open. */
export const startOf = (name: Failure['name']) =>
	new RegExp(`^${FAILURES[name].message.split('{')[0]}`);

/** Whether the read ended with the failure's words, which say where, and without a record. */
export function expectMessage(name: Failure['name'], { unread }: Setting, outcome: Outcome): void {
	const { error, items } = outcome;
	expect(error?.message).toMatch(startOf(name));
	expect(error?.description).toMatch(
		new RegExp(` \\(GetCustomers, offset ${unread}(, \\w+)?(, 1 retry)?\\)$`),
	);
	expect(items).toEqual([]);
}
