import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Window } from '../../../nodes/CustomerData/paging/window';
import { law } from '../support/law.mts';

/** The sizes that a window takes on: `+` for a page that arrives, `-` for a failure, `0` to close it. */
function sizes(max: number, steps: string): number[] {
	const window = new Window(max);
	const first = window.size;
	const after = [...steps].map((step) => {
		if (step === '+') window.widen();
		else if (step === '-') window.narrow();
		else window.close();
		return window.size;
	});
	return [first, ...after];
}

const pages = (count: number) => '+'.repeat(count);

describe('a window', () => {
	it.each<[string, number, string, number[]]>([
		['starts with one request at a time', 16, '', [1]],
		['opens to the maximum with the first page', 4, '+++', [4, 4, 4]],
		['halves after a failure', 16, '++++++++-', [16, 8]],
		['has one request at least', 1, '+-', [1, 1]],
		['narrows once for however many failures before the next page', 16, '+---', [8, 8, 8]],
		['cannot narrow before the first page', 16, '---+', [1, 1, 16]],
		[
			'soon comes close to where it was, and waits eight pages before it goes on',
			4,
			'+++-++++++++++',
			[2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4],
		],
		['opens page by page after it was closed', 8, '+++++++-0+++', [1, 2, 3, 4]],
	])('%s', (_, max, steps, expected) => {
		expect(sizes(max, steps).slice(-expected.length)).toEqual(expected);
	});

	it('doubles its patience with each failure, up to 64 pages', () => {
		const patience = (failures: number) => {
			const before = '+-'.repeat(failures);
			return sizes(2, before + pages(100)).indexOf(2, 2 * failures + 1) - 2 * failures - 1;
		};
		expect([1, 2, 3, 4, 5].map(patience)).toEqual([8, 16, 32, 64, 64]);
	});

	law(
		'never goes below one, or above its maximum',
		{ of: [fc.integer({ min: 1, max: 16 }), fc.string({ unit: fc.constantFrom('+', '-', '0') })] },
		(max, steps) => {
			for (const size of sizes(max, steps)) {
				expect(size).toBeGreaterThanOrEqual(1);
				expect(size).toBeLessThanOrEqual(max);
			}
		},
	);
});
