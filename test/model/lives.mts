import fc from 'fast-check';
import { failure, type Failure } from '../../nodes/CustomerData/errors/failures';
import { seeded } from '../../service/random.mts';
import { range } from '../support/range.mts';
import type { Change, ModelOptions } from './listModel.mts';

const TRANSIENT: Failure[] = [
	failure('connectionLost', { code: 'ECONNRESET' }),
	failure('unavailable', { retryAfter: 50 }),
	failure('rateLimited'),
];

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const many = { size: 'max' } as const;

/** @param mover the one record that is moved with its content as it was */
function changes(mover: number): fc.Arbitrary<Change> {
	return fc.oneof<Array<fc.Arbitrary<Change>>>(
		fc.record({ kind: fc.constant('add'), to: share }),
		fc.record({ kind: fc.constant('change'), place: share }),
		fc.record({ kind: fc.constant('move'), id: fc.constant(mover), to: share }),
		fc.record({ kind: fc.constant('rename'), place: share, to: share }),
		fc.record({ kind: fc.constant('remove'), place: share }),
	);
}

/** Short lists with short pages and many changes, so that whatever can meet meets. */
export const lives: fc.Arbitrary<ModelOptions> = fc.nat({ max: 40 }).chain((mover) =>
	fc.record({
		size: fc.integer({ min: 0, max: 60 }),
		pageSizes: fc.oneof(
			fc.constant<number[]>([50]),
			fc.array(fc.integer({ min: 2, max: 12 }), { minLength: 1, maxLength: 4 }),
		),
		changes: fc.array(fc.array(changes(mover), { maxLength: 4, ...many }), {
			maxLength: 60,
			...many,
		}),
		latencies: fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 })), {
			minLength: 1,
			maxLength: 8,
			...many,
		}),
		failures: fc.array(fc.option(fc.constantFrom(...TRANSIENT), { nil: undefined, freq: 4 }), {
			maxLength: 20,
		}),
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

/** So many of a hundred records. */
function some(share: number, size: number): fc.Arbitrary<number[]> {
	return fc
		.array(fc.noBias(fc.integer({ min: 0, max: 99 })), { minLength: size, maxLength: size })
		.map((dice) => dice.flatMap((roll, id) => (roll < share ? [id] : [])));
}

/** Lists that nobody changes, as odd as they may be. */
export const oddLists: fc.Arbitrary<ModelOptions> = fc
	.record({ size: fc.integer({ min: 0, max: 300 }), pageSize: fc.integer({ min: 1, max: 50 }) })
	.chain(({ size, pageSize }) => {
		const shares = fc.constantFrom(0, 0, 3, 10, 30).chain((share) => some(share, size));
		return fc.record({
			size: fc.constant(size),
			pageSizes: fc.constant([pageSize]),
			hidden: shares,
			repeated: shares,
			apart: fc.constantFrom(1, 1, 2, 3, 7, 20, 60),
		});
	});

/** Rows that are equal to their neighbors, in any order, and one bulk change: what real databases do. */
export const databases: fc.Arbitrary<ModelOptions> = fc
	.record({
		size: fc.integer({ min: 40, max: 600 }),
		of: fc.constantFrom(1, 1, 2, 3, 5, 10, 20),
		per: fc.constantFrom<'offset' | 'request'>('offset', 'request'),
		before: fc.nat({ max: 12 }),
		bulk: fc.array(changes(-1), { maxLength: 400, size: 'max' }),
		isOfOneKind: fc.boolean(),
		lags: fc.constantFrom<number[] | undefined>(undefined, undefined, [0, 1], [2, 0, 0]),
		shufflesFields: fc.boolean(),
		isSparse: fc.boolean(),
	})
	.map(({ size, of, per, before, bulk, isOfOneKind, lags, shufflesFields, isSparse }) => {
		const [first] = bulk;
		const change = isOfOneKind && first ? bulk.map(() => first) : bulk;
		return {
			size,
			shufflesFields,
			isSparse,
			changes: after(before, change),
			...(lags && { lags }),
			...(of > 1 && { ties: { of, per } }),
		};
	});

/** Lists at rest in which some rows, or all, are equal: after an import, or sorted by city. */
export const tiedLists: fc.Arbitrary<ModelOptions> = fc
	.record({
		size: fc.oneof(fc.integer({ min: 51, max: 400 }), fc.integer({ min: 401, max: 1_000 })),
		of: fc.oneof(fc.integer({ min: 2, max: 60 }), fc.constantFrom(1 / 5, 1 / 2, 1)),
		upTo: fc.constantFrom(1 / 5, 1 / 2, 1, 1),
		per: fc.constantFrom<'offset' | 'topN'>('offset', 'topN', 'topN'),
	})
	.map(({ size, of, upTo, per }) => {
		const whole = (count: number) => Math.ceil(count <= 1 ? count * size : count);
		return { size, ties: { of: whole(of), upTo: whole(upTo), per } };
	});

/** Lists at rest in which some records equal one that stands further ahead, and some may not be shown. */
export const twins: fc.Arbitrary<ModelOptions> = fc
	.record({
		size: fc.integer({ min: 2, max: 700 }),
		from: fc.double({ min: 0, max: 1, noNaN: true }),
		apart: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 400 })),
		count: fc.integer({ min: 1, max: 400 }),
		hides: fc.constantFrom(0, 0, 5, 10),
	})
	.chain(({ size, from, apart, count, hides }) => {
		const first = Math.min(size, Math.floor(from * size) + apart);
		const repeated = range(first, Math.min(size, first + Math.min(count, apart)));
		return some(hides, size).map((hidden) => ({ size, apart, repeated, hidden }));
	});

/** A list that others change at its front, and something in between that keeps some of its old pages. */
export const twoMoments: fc.Arbitrary<ModelOptions> = fc
	.record({
		size: fc.integer({ min: 51, max: 1_000 }),
		kind: fc.constantFrom<'add' | 'remove'>('add', 'remove'),
		count: fc.integer({ min: 1, max: 200 }),
		every: fc.integer({ min: 2, max: 5 }),
		first: fc.nat({ max: 4 }),
		by: fc.constantFrom('page', 'offset', 'response'),
	})
	.map(({ size, kind, count, every, first, by }) => {
		const change: Change = kind === 'add' ? { kind, to: 0 } : { kind, place: 0 };
		const changes = [Array<Change>(count).fill(change)];
		const isOld = (nth: number) => nth % every === first % every;
		if (by === 'response') {
			const lags = range(0, every).map((nth) => (isOld(nth) ? size : 0));
			return { size, changes: [[], ...changes], lags };
		}
		const isStale = (offset: number) => isOld(by === 'page' ? Math.round(offset / 48) : offset);
		return { size, changes, isStale };
	});

/** 800 records, and so many changes per page that is served, for one model. */
export function longLife(seed: number, changesPerPage: number): ModelOptions {
	const random = seeded(seed);
	const below = (count: number) => Math.floor(random() * count);
	const kinds: Array<Exclude<Change['kind'], 'bulk'>> = [
		'add',
		'change',
		'move',
		'rename',
		'remove',
	];
	const change = (): Change => {
		const kind = kinds[below(kinds.length)] ?? 'add';
		return { kind, id: below(800), place: random(), to: random() };
	};
	function* changes(): Generator<Change[]> {
		for (let page = 0; page < 2_000; page++) {
			yield Array.from({ length: poisson(changesPerPage, random) }, change);
		}
	}
	const latencies = Array.from({ length: 97 }, (): [number, number] => [below(50), below(50)]);
	return { size: 800, changes: changes(), latencies };
}

function poisson(mean: number, random: () => number): number {
	let count = 0;
	for (let left = random(); left > Math.exp(-mean); left *= random()) count++;
	return count;
}
