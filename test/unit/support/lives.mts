import fc from 'fast-check';
import { failure, type Failure } from '../../../nodes/CustomerData/errors/failures';
import type { Change, ModelOptions } from './listModel.mts';
import { range } from './range.mts';

const TRANSIENT: Failure[] = [
	failure('connectionLost', { code: 'ECONNRESET' }),
	failure('unavailable', { retryAfter: 50 }),
	failure('rateLimited'),
];

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const many = { size: 'max' } as const;

/** @param mover which record is moved with its content as it was */
function changes(mover: fc.Arbitrary<number>): fc.Arbitrary<Change> {
	return fc.oneof<Array<fc.Arbitrary<Change>>>(
		fc.record({ kind: fc.constant('add'), to: share }),
		fc.record({ kind: fc.constant('change'), place: share }),
		fc.record({ kind: fc.constant('move'), id: mover, to: share }),
		fc.record({ kind: fc.constant('rename'), place: share, to: share }),
		fc.record({ kind: fc.constant('remove'), place: share }),
	);
}

/** Milliseconds. */
const latencies = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 })), {
	minLength: 1,
	maxLength: 8,
	...many,
});

/** Several pages of 50, and up to so many changes before each. */
export function longLives(changesPerPage: number): fc.Arbitrary<ModelOptions> {
	const atOnce = fc.array(changes(fc.nat({ max: 799 })), { maxLength: changesPerPage, ...many });
	return fc.record({
		size: fc.constant(800),
		changes: fc.array(atOnce, { minLength: 40, maxLength: 40 }),
		latencies,
	});
}

/** Short lists with short pages and many changes, so that whatever can meet meets. */
export const lives: fc.Arbitrary<ModelOptions> = fc.nat({ max: 40 }).chain((mover) =>
	fc.record({
		size: fc.integer({ min: 0, max: 60 }),
		pageSizes: fc.oneof(
			fc.constant<number[]>([50]),
			fc.array(fc.integer({ min: 2, max: 12 }), { minLength: 1, maxLength: 4 }),
		),
		changes: fc.array(fc.array(changes(fc.constant(mover)), { maxLength: 4, ...many }), {
			maxLength: 60,
			...many,
		}),
		latencies,
		fault: fc
			.array(fc.option(fc.constantFrom(...TRANSIENT), { nil: undefined, freq: 4 }), {
				maxLength: 20,
			})
			.map(
				(failures) =>
					({ nth }: { nth: number }) =>
						failures[nth],
			),
		hidden: fc.constantFrom([], [], [], everyNth(7, 60)),
	}),
);

/** Nothing before so many pages, and then these changes at once. */
export function after(pages: number, changes: Change[]): Change[][] {
	return [...Array<Change[]>(pages).fill([]), changes];
}

export function everyNth(nth: number, size: number): number[] {
	return range(0, size).filter((id) => id % nth === nth - 1);
}

/** Lists that nobody changes, as odd as they may be. */
export const oddLists: fc.Arbitrary<ModelOptions> = fc
	.record({ size: fc.integer({ min: 0, max: 300 }), pageSize: fc.integer({ min: 1, max: 50 }) })
	.chain(({ size, pageSize }) => {
		const some = (share: number) =>
			fc
				.array(fc.noBias(fc.integer({ min: 0, max: 99 })), { minLength: size, maxLength: size })
				.map((dice) => dice.flatMap((roll, id) => (roll < share ? [id] : [])));
		const shares = fc.constantFrom(0, 0, 3, 10, 30);
		return fc.record({
			size: fc.constant(size),
			pageSizes: fc.constant([pageSize]),
			hidden: shares.chain(some),
			repeated: shares.chain(some),
			apart: fc.constantFrom(1, 1, 30),
		});
	});

/** Rows that are equal to their neighbors, in any order, and one bulk change: what real databases do. */
export const databases: fc.Arbitrary<ModelOptions> = fc
	.record({
		size: fc.integer({ min: 40, max: 600 }),
		of: fc.constantFrom(1, 1, 2, 3, 5, 10, 20),
		per: fc.constantFrom<'offset' | 'request'>('offset', 'request'),
		before: fc.nat({ max: 12 }),
		bulk: fc.array(changes(fc.constant(-1)), { maxLength: 400, size: 'max' }),
		isOfOneKind: fc.boolean(),
		lags: fc.constantFrom([0], [0], [0, 1], [2, 0, 0]),
	})
	.map(({ size, of, per, before, bulk, isOfOneKind, lags }) => {
		const [first] = bulk;
		const change = isOfOneKind && first ? bulk.map(() => first) : bulk;
		const lag = (_: number, nth: number) => lags[nth % lags.length] ?? 0;
		return { size, changes: after(before, change), lag, ...(of > 1 && { ties: { of, per } }) };
	});

/** Lists at rest in which some rows, or all, are equal: after an import, or sorted by city. */
export const tiedLists: fc.Arbitrary<ModelOptions> = fc
	.record({
		size: fc.oneof(fc.integer({ min: 51, max: 400 }), fc.integer({ min: 401, max: 1_000 })),
		of: fc.oneof(fc.integer({ min: 2, max: 60 }), fc.constantFrom(1 / 5, 1 / 2, 1)),
		upTo: fc.constantFrom(1 / 5, 1 / 2, 1, 1),
	})
	.map(({ size, of, upTo }) => {
		const whole = (count: number) => Math.ceil(count <= 1 ? count * size : count);
		return { size, ties: { of: whole(of), upTo: whole(upTo), per: 'offset' } };
	});

/** A list that others change at its front, and something in between that keeps some of its old pages. */
export const twoMoments: fc.Arbitrary<ModelOptions> = fc
	.record({
		size: fc.integer({ min: 51, max: 1_000 }),
		kind: fc.constantFrom<'add' | 'remove'>('add', 'remove'),
		count: fc.integer({ min: 1, max: 200 }),
		every: fc.integer({ min: 2, max: 5 }),
		first: fc.nat({ max: 4 }),
		by: fc.constantFrom<'page' | 'offset' | 'response'>('page', 'offset', 'response'),
	})
	.map(({ size, kind, count, every, first, by }) => {
		const change: Change = kind === 'add' ? { kind, to: 0 } : { kind, place: 0 };
		const places = {
			page: (offset: number) => Math.round(offset / 48),
			offset: (offset: number) => offset,
			response: (_: number, nth: number) => nth,
		};
		const isOld = (...page: [offset: number, nth: number]) =>
			places[by](...page) % every === first % every;
		// The first page that is served is as it was.
		const changes = after(by === 'response' ? 1 : 0, Array<Change>(count).fill(change));
		return { size, changes, lag: (...page) => (isOld(...page) ? Infinity : 0) };
	});
