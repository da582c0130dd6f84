import fc from 'fast-check';
import { expect, it } from 'vitest';

import { Window } from '../../../nodes/CustomerData/paging/prefetch';
import { law } from '../support/law.mts';

/** The sizes that a window takes on: `+` for a page that arrives, `-` for a failure. */
function sizes(max: number, steps: string): number[] {
	const window = new Window(max);
	const first = window.size;
	const after = [...steps].map((step) => {
		if (step === '+') window.widen();
		else window.narrow();
		return window.size;
	});
	return [first, ...after];
}

const arrived = (pages: number) => '+'.repeat(pages);

it.each<[string, number, string, number[]]>([
	['starts with one request at a time', 16, '', [1]],
	['opens to the maximum with the first page', 4, '+++', [4, 4, 4]],
	['waits for a page after a failure, and is half as wide then', 16, '+-+', [16, 1, 8]],
	['has one request at least', 1, '+-+', [1, 1, 1]],
	['narrows once for however many failures before the next page', 16, '+---+', [1, 1, 1, 8]],
	['does not narrow before the first page', 16, '---+', [1, 1, 16]],
	['opens by one with every sixteen pages', 4, `+-${arrived(32)}`, [2, ...Array(16).fill(3), 4]],
])('a window %s', (_, max, steps, expected) => {
	expect(sizes(max, steps).slice(-expected.length)).toEqual(expected);
});

law(
	'a window never goes below one, or above its maximum',
	{ of: [fc.integer({ min: 1, max: 16 }), fc.string({ unit: fc.constantFrom('+', '-') })] },
	(max, steps) => {
		for (const size of sizes(max, steps)) {
			expect(size).toBeGreaterThanOrEqual(1);
			expect(size).toBeLessThanOrEqual(max);
		}
	},
);
