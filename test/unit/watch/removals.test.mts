import { describe, expect, it } from 'vitest';

import { checkRemovals, TooManyRemovals } from '../../../nodes/CustomerData/watch/removals';

describe('checkRemovals', () => {
	it('refuses a larger share of the records than allowed, with the figures and what to do', () => {
		const check = () => checkRemovals(90, 200, 20);
		expect(check).toThrow(TooManyRemovals);
		expect(check).toThrow(
			expect.objectContaining({
				message: "90 of 200 records are gone, more than 'Max Removals (%)' allows (20%)",
				description:
					"Nothing was emitted, and the next poll looks again. If they were removed on purpose, raise 'Max Removals (%)' under 'Options' to 45, and lower it again after the next poll.",
			}),
		);
		expect(() => checkRemovals(1, 10, 5)).toThrow(
			expect.objectContaining({
				message: "1 of 10 records is gone, more than 'Max Removals (%)' allows (5%)",
				description: expect.stringContaining('If it was removed on purpose'),
			}),
		);
	});

	it.each([
		[40, 200, 20, false],
		[41, 200, 20, true],
		[1, 200, 0, true],
		[0, 200, 0, false],
		[0, 0, 0, false],
		[200, 200, 100, false],
		[9, 9, 0, false],
		[10, 10, 99, true],
	])('with %d of %d gone and %d %% allowed: %s', (missed, known, percent, refused) => {
		const check = expect(() => checkRemovals(missed, known, percent));
		if (refused) check.toThrow();
		else check.not.toThrow();
	});
});
