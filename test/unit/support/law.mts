import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { runs } from './seed.mts';

interface Trial<Values extends [unknown, ...unknown[]]> {
	of: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> };
	/** How many examples to try. */
	examples?: number;
}

/** A test of what holds for all values. */
export function law<Values extends [unknown, ...unknown[]]>(
	name: string,
	{ of, examples = 100 }: Trial<Values>,
	holds: (...values: Values) => Promise<void> | void,
): void {
	it(name, async () => {
		const property = fc.asyncProperty(fc.tuple<Values>(...of), async (values) => {
			await holds(...values);
		});
		await fc.assert(property, { numRuns: runs(examples) });
	});
}

/** As `toEqual`, which takes its time over lists. */
export function expectEqual(found: unknown, wanted: unknown): void {
	if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}
