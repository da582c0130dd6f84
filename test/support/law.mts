import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from './seed.mts';

interface Trial<Values extends [unknown, ...unknown[]]> {
	of: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> };
	/** How many examples to try. */
	examples?: number;
	/** In which share of them it may not hold: what is promised but for rare coincidences. */
	exceptions?: number;
}

/** A test of what holds for all values. */
export function law<Values extends [unknown, ...unknown[]]>(
	name: string,
	{ of, examples = 100, exceptions = 0 }: Trial<Values>,
	holds: (...values: Values) => Promise<void> | void,
): void {
	it(name, async () => {
		const share = exceptions * runs(examples);
		// Of a sample, and of many more, one can fail by chance.
		let left = runs(examples) === examples ? Math.floor(share) : Math.ceil(share);
		const property = fc.asyncProperty(fc.tuple<Values>(...of), async (values) => {
			try {
				await holds(...values);
			} catch (error) {
				if (left === 0) throw error;
				left -= 1;
			}
		});
		await fc.assert(property, { numRuns: runs(examples) });
	});
}

/** As `toEqual`, which takes its time over lists. */
export function expectEqual(found: unknown, wanted: unknown): void {
	if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}
