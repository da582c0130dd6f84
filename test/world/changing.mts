import assert from 'node:assert/strict';
import { digits, tuples, type Customers } from './customers.mts';
import { expectWholeOrMessage, read, took, type Check } from './reading.mts';

/** In the first gap, in the middle, late. */
const PAGES = [2, 20, 38];

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

/** What nobody moved comes exactly once, or the read ends with a message, also where all rows are sorted alike. */
export function removing(name: string, customers: Customers): Check[] {
	return ALL_ALIKE.map(({ rows, page }) => ({
		name: `${name}, ${rows} rows alike: before page ${page}, one is deleted`,
		isQuick: rows === 320,
		async prove(parallelRequests) {
			await customers.fill({ rows, alike: rows, order: 'changed' });
			customers.before(page, () => customers.query(`delete from customer where code = 'C00010'`));
			const reading = await read(customers, { parallelRequests });
			expectWholeOrMessage(reading, /order/i);
			return took(reading);
		},
	}));
}

/** Customers whom a transaction does not move come exactly once, or the read ends with a message. */
export function changing(name: string, customers: Customers): Check[] {
	return Object.entries(CHANGES).flatMap(([change, statement]) =>
		[1, 5, 10, 20].flatMap((alike) =>
			PAGES.map((page) => ({
				name: `${name}, ${alike} rows a value: before page ${page}, ${change}`,
				isQuick: change === QUICK && page === 2 && alike <= 5,
				async prove(parallelRequests) {
					await customers.fill({ rows: 2_000, alike });
					customers.before(page, () => customers.query(statement(alike)));
					const reading = await read(customers, { parallelRequests });
					expectWholeOrMessage(reading);
					assert.ok(reading.requests >= page, `Nothing has changed: ${reading.summary}`);
					return took(reading);
				},
			})),
		),
	);
}
