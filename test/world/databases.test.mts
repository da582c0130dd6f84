import assert from 'node:assert/strict';
import { describe } from 'vitest';
import { range } from '../support/range.mts';
import { digits, tuples, type Contents, type Customers } from './customers.mts';
import { expectWhole, expectWholeOrMessage, read } from './reading.mts';
import { AT_ONCE, quickly, test } from './world.mts';

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

/** Comes whole, or with a message that names its order. */
async function expectAtRest(customers: Customers, list: Contents, parallelRequests: number) {
	await customers.fill(list);
	const reading = await read(customers, { parallelRequests });
	expectWholeOrMessage(reading, /order/i);
	const { message, hints, requests, summary } = reading;
	const most = mostRequests(list, parallelRequests);
	assert.ok(requests <= most, `${summary}; expected: at most ${most} requests`);
	const isWhole = message === undefined && hints.length === 0;
	assert.ok((list.alike ?? 1) > MOST_ALIKE || isWhole, `${summary}; expected: whole, no hints`);
}

/** Where the city of the row at that place in the list begins. */
const cityAt = (row: number, alike: number) => `'City ${digits(row / alike)}'`;

const TYPICAL = '300 are deleted at the front';

/** Statements that change many rows at once, by what they do; `alike` rows have the same city. */
const CHANGES: Record<string, (alike: number) => string> = {
	'300 are inserted at the front': (alike) =>
		`insert into customer values ${tuples({ rows: 300, alike }, 'A ')}`,
	'60 are deleted at the front': (alike) =>
		`delete from customer where city < ${cityAt(60, alike)}`,
	[TYPICAL]: (alike) => `delete from customer where city < ${cityAt(300, alike)}`,
	'300 all over the list are edited': () =>
		`update customer set note = 'new' where code < 'C00300'`,
	'300 neighbors are edited': (alike) =>
		`update customer set note = 'new' where city >= ${cityAt(900, alike)} and city < ${cityAt(1_200, alike)}`,
	'300 all over the list move to the front': () =>
		`update customer set city = concat('A ', city) where code < 'C00300'`,
};

/** Statements that change one row of the first page, by what they do. */
const AT_THE_FRONT = {
	'one is inserted': `insert into customer values ${tuples({ rows: 1 }, 'A ')}`,
	'one is edited': `update customer set note = 'new' where city = ${cityAt(10, 1)}`,
	'one is deleted': `delete from customer where city = ${cityAt(10, 1)}`,
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

describe.each(AT_ONCE)('%d at a time', (parallelRequests) => {
	const options = { parallelRequests };

	describe('at rest, a list comes whole, or with a message that names its order', () => {
		for (const list of AT_REST) {
			const { rows, alike = 1, upTo = rows, order = 'city' } = list;
			const others = upTo < rows ? ' in the first ones' : '';
			const name = `${rows} rows, sorted by ${order || 'nothing'}, ${alike} a value${others}`;
			const isQuick = rows === 320 || (rows === 2_000 && [1, 10, 100].includes(alike));
			test(`PostgreSQL: ${name}`, quickly(isQuick, parallelRequests), async ({ postgres }) => {
				await expectAtRest(postgres, list, parallelRequests);
			});
			// It orders rows that are sorted alike in another way, which takes more readings.
			test(`MariaDB: ${name}`, quickly(isQuick, parallelRequests), async ({ mariadb }) => {
				await expectAtRest(mariadb, list, parallelRequests);
			});
		}
	});

	describe('customers whom nobody moves come exactly once, or the read ends with a message', () => {
		for (const { rows, page } of ALL_ALIKE) {
			const name = `${rows} rows alike: before page ${page}, one is deleted`;
			test(name, quickly(rows === 320, parallelRequests), async ({ postgres }) => {
				const remove = async () =>
					await postgres.query(`delete from customer where code = 'C00010'`);
				await postgres.fill({ rows, alike: rows, order: 'changed' }, [page, remove]);
				expectWholeOrMessage(await read(postgres, options), /order/i);
			});
		}

		for (const [change, statement] of Object.entries(CHANGES)) {
			for (const alike of [1, 5, 10, 20]) {
				// In the first gap, in the middle, late.
				for (const page of [2, 20, 38]) {
					const name = `${alike} rows a value: before page ${page}, ${change}`;
					const isQuick = change === TYPICAL && page === 2 && alike <= 5;
					test(name, quickly(isQuick, parallelRequests), async ({ postgres }) => {
						const apply = async () => await postgres.query(statement(alike));
						await postgres.fill({ rows: 2_000, alike }, [page, apply]);
						const reading = await read(postgres, options);
						expectWholeOrMessage(reading);
						assert.ok(reading.requests >= page, `Nothing has changed: ${reading.summary}`);
					});
				}
			}
		}

		for (const order of ['changed', 'changed desc']) {
			for (const alike of [320, 160, 30]) {
				const name = `320 rows, sorted by ${order}: ${alike} were given one value`;
				test(name, quickly(true, parallelRequests), async ({ postgres }) => {
					await postgres.fill({ rows: 320, order });
					// PostgreSQL stores rows that were updated at the end of the table.
					await postgres.query(`update customer set changed = 0 where changed < ${alike}`);
					expectWholeOrMessage(await read(postgres, options), /order/i);
				});
			}
		}
	});

	describe('where each record has the time at which it was read, a list comes whole, whenever', () => {
		for (const [change, statement] of Object.entries(AT_THE_FRONT)) {
			test(`${change} at the front`, quickly(true, parallelRequests), async ({ postgres }) => {
				const apply = async () => await postgres.query(statement);
				for (const page of range(1, 10)) {
					await postgres.fill({ rows: 500, isStamped: true }, [page, apply]);
					expectWhole(await read(postgres, options));
				}
			});
		}
	});
});
