import { describe, expect, it } from 'vitest';
import { brake, type Load } from '../../../nodes/CustomerData/identity/brake';
import { refusalOf } from '../../support/nodes.mts';

const load: Load = {
	...{ count: 20, of: 100, maxPercentage: 20, most: 500 },
	what: { one: 'rows is new', several: 'rows are new' },
	...{ option: 'Max', first: 'Look first.', reason: 'they are', next: 'execution' },
};

describe('the brake', () => {
	it('lets through as much as is allowed, and no more', () => {
		expect(() => brake(load)).not.toThrow();
		expect(() => brake({ ...load, count: 500, of: 2_500 })).not.toThrow();
		expect(refusalOf(() => brake({ ...load, count: 21 })).message).toBe(
			"21 of 100 rows are new, more than 'Max' allows (20%)",
		);
	});

	it('asks for the option where the percentage that it has by default allows it', () => {
		const many = { ...load, count: 501, of: 2_505, notes: [undefined, 'Nobody is removed.'] };
		expect(refusalOf(() => brake(many))).toEqual({
			message: "501 of 2505 rows are new, more than 'Max' allows (500, unless you add it)",
			description:
				"Nothing was output. Look first. If they are, add 'Max' under 'Options'. Then only its percentage counts. Nobody is removed.",
		});
	});
});
