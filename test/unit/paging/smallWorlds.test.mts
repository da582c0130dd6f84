import { describe, expect, it } from 'vitest';
import { range } from '../support/range.mts';
import { runs } from '../support/seed.mts';
import {
	displacedIn,
	readWorlds,
	sizeOf,
	type Outcome,
	type Worlds,
} from '../support/smallWorlds.mts';

/** Each way to put so many rows into groups of equal ones, by the sizes of the groups. */
function groupings(rows: number): number[][] {
	if (rows === 0) return [[]];
	return range(1, rows + 1).flatMap((first) =>
		groupings(rows - first).map((rest) => [first, ...rest]),
	);
}

const lists = range(0, 6).flatMap(groupings);
const ordered = lists.filter((groups) => groups.every((size) => size === 1));
const tied = lists.filter((groups) => groups.some((size) => size > 1));
const pairs = tied.filter((groups) => sizeOf(groups) === 4 && Math.max(...groups) === 2);

/** What happened to the records that nobody moved or removed, if they did not come exactly once. */
function harmTo(world: Outcome): string | undefined {
	const displaced = displacedIn(world);
	const steady = range(0, sizeOf(world.groups)).filter((id) => !displaced.includes(id));
	const found = world.ids.filter((id) => steady.includes(id));
	const isTwice = new Set(found).size < found.length;
	const isMissing = steady.some((id) => !found.includes(id));
	if (isTwice && isMissing) return 'twice, another missing';
	if (isTwice) return 'twice';
	return isMissing ? 'missing' : undefined;
}

/** Reads these worlds, and counts those that break the promise, by what was changed and what happened. */
async function exceptionsIn(worlds: Worlds) {
	const exceptions: Record<string, number> = {};
	let count = 0;
	for await (const world of readWorlds(worlds)) {
		// Mutation testing runs this many times over.
		if (count === runs(1_000_000)) break;
		count += 1;
		const harm = harmTo(world);
		if (!harm || world.hasFailed || world.lacksOverlap) continue;
		const kinds = world.changes.map(({ kind }) => kind).sort();
		const key = `${kinds.join(' and ') || 'at rest'}: ${harm}`;
		exceptions[key] = (exceptions[key] ?? 0) + 1;
	}
	return { exceptions, count };
}

describe('on pages of three, what nobody moved or removed comes exactly once, or the read ends', () => {
	it.each<[string, Omit<Worlds, 'pageSize'>]>([
		['in every list of up to five, whatever two changes there are', { lists: ordered, changes: 2 }],
		[
			'in every list of up to five at rest, whatever the order of equal rows',
			{ lists: tied, changes: 0 },
		],
		[
			'in every list of four with pairs of equal rows, whatever one change there is',
			{ lists: pairs, changes: 1 },
		],
	])(
		'%s',
		async (_, worlds) => {
			const { exceptions, count } = await exceptionsIn({ ...worlds, pageSize: 3 });
			if (count === runs(1_000_000)) return;
			expect(count).toBeGreaterThan(20_000);
			expect(exceptions).toEqual({});
		},
		600_000,
	);
});

it.each([1, 2])(
	'pages of %d that do not overlap are named, and never read endlessly',
	async (pageSize) => {
		for await (const world of readWorlds({ lists: ordered, pageSize, changes: 1 })) {
			if (world.pages > 1) expect(world.lacksOverlap).toBe(true);
			if (world.changes.length === 0) expect(harmTo(world)).toBeUndefined();
		}
	},
);
