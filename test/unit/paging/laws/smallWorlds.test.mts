import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KINDS, readWorlds } from '../../../model/smallWorlds.mts';
import { range } from '../../../support/range.mts';
import { isSoak, runs } from '../../../support/seed.mts';

/** Five take ten times as long. */
const MOST_ROWS = isSoak ? 5 : 4;

/** The last change is of any kind in the soak, otherwise of two, by the seed: with the default, a removal or a move. */
const LAST = KINDS.filter((_, nth) => {
	const place =
		(nth + 2 * KINDS.length - ((fc.readConfigureGlobal().seed ?? 0) % KINDS.length)) % KINDS.length;
	return isSoak || place === 0 || place === 2;
});

/** By the sizes of the groups of equal rows. */
const ordered = range(0, MOST_ROWS + 1).map((rows) => Array<number>(rows).fill(1));

describe('on pages of three, what nobody moved or removed comes exactly once, or the read ends', () => {
	it.each<[string, number[][], Array<readonly (typeof KINDS)[number][]>]>([
		[
			`in every list of up to ${MOST_ROWS}, whatever comes before a ${LAST.join(' or ')}`,
			ordered,
			[KINDS, LAST],
		],
		// Whatever order smaller groups can have, these have it, too.
		[`in ${MOST_ROWS} equal rows at rest, whatever their order on each page`, [[MOST_ROWS]], []],
		[
			`in four rows with pairs of equal ones, whatever ${LAST.join(' or ')} there is`,
			[[1, 2, 1], ...(isSoak ? [[2, 2]] : [])],
			[LAST],
		],
	])(
		'%s',
		async (_, lists, kinds) => {
			let count = 0;
			for await (const world of readWorlds(lists, 3, kinds)) {
				// Mutation testing runs this many times over.
				if (count === runs(1_000_000)) return;
				count += 1;
				if (!world.isKept) expect.fail(`Not in this world: ${JSON.stringify(world)}`);
			}
			expect(count).toBeGreaterThan(400);
		},
		600_000,
	);
});

it.each([1, 2])(
	'pages of %d that do not overlap are named, and never read endlessly',
	async (pageSize) => {
		for await (const world of readWorlds(ordered, pageSize, [KINDS])) {
			if (world.pages > 1) expect(world.lacksOverlap).toBe(true);
			if (world.changes.length === 0) expect(world.isExact).toBe(true);
		}
	},
);
