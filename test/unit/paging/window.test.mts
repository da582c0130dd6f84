import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Window } from '../../../nodes/CustomerData/paging/window';

/** The sizes that a window takes on: `+` for a page that arrives, `-` for a failure, `0` to close it. */
function sizes(max: number, steps: string): number[] {
	const window = new Window(max);
	return [...steps].map((step) => {
		if (step === '+') window.widen();
		else if (step === '-') window.narrow();
		else window.close();
		return window.size;
	});
}

const last = (max: number, steps: string) => sizes(max, steps).at(-1);
const pages = (count: number) => '+'.repeat(count);

describe('Window', () => {
	it('starts with one request at a time', () => {
		expect(new Window(16).size).toBe(1);
	});

	it('opens to the maximum with the first page', () => {
		expect(sizes(4, pages(3))).toEqual([4, 4, 4]);
	});

	it('halves after a failure', () => {
		expect(last(16, `${pages(8)}-`)).toBe(8);
		expect(last(1, `${pages(1)}-`)).toBe(1);
	});

	it('narrows once for however many failures before the next page', () => {
		expect(last(16, `${pages(15)}---`)).toBe(8);
		expect(last(16, '---')).toBe(1);
	});

	it('soon comes close to where it was, and waits eight pages before it goes on', () => {
		expect(sizes(4, `${pages(3)}-${pages(10)}`).slice(3)).toEqual([
			2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4,
		]);
	});

	it('doubles its patience with each failure, up to 64 pages', () => {
		const patience = (failures: number) => {
			const before = '+-'.repeat(failures);
			return sizes(2, before + pages(100))
				.slice(before.length)
				.indexOf(2);
		};
		expect([1, 2, 3, 4, 5].map(patience)).toEqual([8, 16, 32, 64, 64]);
	});

	it('never goes below one, or above its maximum', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 16 }),
				fc.string({ unit: fc.constantFrom('+', '-', '0') }),
				(max, steps) => {
					for (const size of sizes(max, steps)) {
						expect(size).toBeGreaterThanOrEqual(1);
						expect(size).toBeLessThanOrEqual(max);
					}
				},
			),
		);
	});

	it('opens page by page again after it was closed, without patience', () => {
		expect(sizes(8, `${pages(7)}-0${pages(3)}`).slice(8)).toEqual([1, 2, 3, 4]);
	});
});
