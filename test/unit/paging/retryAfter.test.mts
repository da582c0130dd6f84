import fc from 'fast-check';
import { expect } from 'vitest';

import { failure } from '../../../nodes/CustomerData/api/failures';
import { law } from '../support/law.mts';
import { readModel } from '../support/listModel.mts';

const SIZE = 500;
const PAGES = Math.ceil(SIZE / 48);

const milliseconds = fc.integer({ min: 1, max: 300 });
/** Pages that the service refuses once, and for how many seconds it then asks to wait. */
const refusals = fc.uniqueArray(
	fc.record({
		page: fc.nat(PAGES - 1),
		name: fc.constantFrom('status429', 'unavailable'),
		seconds: fc.integer({ min: 1, max: 60 }),
	}),
	{ minLength: 1, maxLength: 4, selector: ({ page }) => page },
);

law(
	'no request starts while Retry-After runs, whatever page it came for, and no record is lost',
	{ of: [refusals, fc.integer({ min: 1, max: 16 }), milliseconds, milliseconds], examples: 300 },
	async (refused, parallelRequests, there, back) => {
		const closed: Array<{ from: number; to: number }> = [];
		const left = new Map(refused.map((refusal) => [refusal.page, refusal]));
		const fault = ({ offset, at }: { offset: number; at: number }) => {
			const page = Math.floor(offset / 48);
			const refusal = left.get(page);
			if (!refusal) return undefined;
			left.delete(page);
			const retryAfter = refusal.seconds * 1_000;
			// It is known when the response arrives.
			closed.push({ from: at + back, to: at + back + retryAfter });
			return failure(refusal.name, { retryAfter });
		};
		const model = {
			size: SIZE,
			latencies: [[there, back]] satisfies Array<[number, number]>,
			fault,
		};
		const { list, ids, error } = await readModel(model, { parallelRequests });
		expect(error).toBeUndefined();
		expect(ids).toEqual([...Array(SIZE).keys()]);
		expect(closed).toHaveLength(refused.length);
		const tooSoon = list.asked.filter(({ at }) =>
			closed.some(({ from, to }) => from < at && at < to),
		);
		expect(tooSoon).toEqual([]);
	},
);
