import assert from 'node:assert/strict';
import { digits, tuples, type Contents, type Customers } from './customers.mts';
import { expectWholeOrMessage, reads, type Check } from './reading.mts';

/** One value in all rows, in half of them, in a fifth; and thirty rows a value. */
const tiedLists = (rows: number, order: string): Contents[] => [
	...[rows, rows / 2, rows / 5].map((alike) => ({ rows, order, alike, upTo: alike })),
	{ rows, order, alike: 30 },
];

const AT_REST: Contents[] = [
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
export function atRest(database: string, customers: Customers): Check[] {
	return AT_REST.map((list) => readAtRest(database, list, customers));
}

function readAtRest(database: string, list: Contents, customers: Customers): Check {
	const { rows, alike = 1, upTo = rows, order = 'city' } = list;
	const others = upTo < rows ? ' in the first ones' : '';
	return reads(customers, {
		name: `${database} at rest: ${rows} rows, sorted by ${order || 'nothing'}, ${alike} a value${others}`,
		isQuick: rows === 320 || (rows === 2_000 && [1, 10, 100].includes(alike)),
		list,
		expect(reading, parallelRequests) {
			expectWholeOrMessage(reading, /order/i);
			const { message, hints, requests, summary } = reading;
			const most = mostRequests(list, parallelRequests);
			assert.ok(requests <= most, `${summary}; expected: at most ${most} requests`);
			const isWhole = message === undefined && hints.length === 0;
			assert.ok(alike > MOST_ALIKE || isWhole, `${summary}; expected: whole, no hints`);
		},
	});
}

function mostRequests({ rows, alike = 1 }: Contents, parallelRequests: number): number {
	// All pages but the first one overlap.
	const pages = Math.ceil((rows - 2) / 48);
	const early = parallelRequests - 1;
	if (alike === 1) return pages + early;
	// PostgreSQL took 3.3 times the pages, in descending order.
	if (alike <= 20) return 3.5 * Math.ceil(rows / 50);
	// Five readings, as MariaDB takes, what is asked early in each, and what is asked in vain where they begin.
	return 5 * (pages + early) + 15;
}

/** Where the city of the row at that place in the list begins. */
const cityAt = (row: number, alike: number) => `'City ${digits(row / alike)}'`;

const QUICK = '300 are deleted at the front';

/** Statements that change many rows at once, by what they do; `alike` rows have the same city. */
const CHANGES: Record<string, (alike: number) => string> = {
	'300 are inserted at the front': (alike) =>
		`insert into customer values ${tuples({ rows: 300, alike }, 'A ')}`,
	'60 are deleted at the front': (alike) =>
		`delete from customer where city < ${cityAt(60, alike)}`,
	[QUICK]: (alike) => `delete from customer where city < ${cityAt(300, alike)}`,
	'300 all over the list are edited': () =>
		`update customer set note = 'new' where code < 'C00300'`,
	'300 neighbors are edited': (alike) =>
		`update customer set note = 'new' where city >= ${cityAt(900, alike)} and city < ${cityAt(1_200, alike)}`,
	'300 all over the list move to the front': () =>
		`update customer set city = concat('A ', city) where code < 'C00300'`,
};

/**
 * Lists in which all rows are sorted alike, and the page before which one is deleted: one that comes before PostgreSQL
 * sorts all rows for a page. There, the loss of a row that is on no page cannot be noticed (docs/trust.md).
 */
const ALL_ALIKE = [
	{ rows: 120, page: 1 },
	...[1, 2].map((page) => ({ rows: 320, page })),
	...[1, 2, 4, 8].map((page) => ({ rows: 1_000, page })),
];

/** Customers whom nobody moves come exactly once, or the read ends with a message. */
export function whileChanging(customers: Customers): Check[] {
	const removing = ALL_ALIKE.map(({ rows, page }) =>
		reads(customers, {
			name: `${rows} rows alike: before page ${page}, one is deleted`,
			isQuick: rows === 320,
			list: { rows, alike: rows, order: 'changed' },
			before: [page, () => customers.query(`delete from customer where code = 'C00010'`)],
			expect: (reading) => expectWholeOrMessage(reading, /order/i),
		}),
	);
	const changing = Object.entries(CHANGES).flatMap(([change, statement]) =>
		[1, 5, 10, 20].flatMap((alike) =>
			// In the first gap, in the middle, late.
			[2, 20, 38].map((page) =>
				reads(customers, {
					name: `${alike} rows a value: before page ${page}, ${change}`,
					isQuick: change === QUICK && page === 2 && alike <= 5,
					list: { rows: 2_000, alike },
					before: [page, () => customers.query(statement(alike))],
					expect(reading) {
						expectWholeOrMessage(reading);
						assert.ok(reading.requests >= page, `Nothing has changed: ${reading.summary}`);
					},
				}),
			),
		),
	);
	const updated = ['changed', 'changed desc'].flatMap((order) =>
		[320, 160, 30].map((alike) =>
			reads(customers, {
				name: `320 rows, sorted by ${order}: ${alike} were given one value`,
				isQuick: true,
				list: { rows: 320, order },
				// PostgreSQL stores rows that were updated at the end of the table.
				arrange: () => customers.query(`update customer set changed = 0 where changed < ${alike}`),
				expect: (reading) => expectWholeOrMessage(reading, /order/i),
			}),
		),
	);
	return [...changing, ...removing, ...updated];
}
