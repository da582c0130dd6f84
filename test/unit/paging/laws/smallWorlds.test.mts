import { describe, expect, it } from 'vitest';
import { readWorlds } from '../../../model/smallWorlds.mts';
import { range } from '../../../support/range.mts';
import { isSoak, runs } from '../../../support/seed.mts';

/** Five take ten times as long. */
const MOST_ROWS = isSoak ? 5 : 4;

/** By the sizes of the groups of equal rows. */
const ordered = range(0, MOST_ROWS + 1).map((rows) => Array<number>(rows).fill(1));

describe('on pages of three, what nobody moved or removed comes exactly once, or the read ends', () => {
	it.each<[string, number[][], number]>([
		[`in every list of up to ${MOST_ROWS}, whatever two changes there are`, ordered, 2],
		// Whatever order smaller groups can have, these have it, too.
		[`in ${MOST_ROWS} equal rows at rest, whatever their order on each page`, [[MOST_ROWS]], 0],
		[
			'in four rows with pairs of equal ones, whatever one change there is',
			[[1, 2, 1], ...(isSoak ? [[2, 2]] : [])],
			1,
		],
	])(
		'%s',
		async (_, lists, mostChanges) => {
			let count = 0;
			for await (const world of readWorlds(lists, 3, mostChanges)) {
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
		for await (const world of readWorlds(ordered, pageSize, 1)) {
			if (world.pages > 1) expect(world.lacksOverlap).toBe(true);
			if (world.changes.length === 0) expect(world.isExact).toBe(true);
		}
	},
);
