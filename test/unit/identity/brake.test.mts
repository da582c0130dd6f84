import { describe, expect, it } from 'vitest';
import { brake } from '../../../nodes/CustomerData/identity/brake';
import { refusalOf } from '../../support/nodes.mts';

const maximum = { option: 'Max', percentage: 20, most: 500, next: 'execution' } as const;
const brakeAt = (count: number, of: number) =>
	brake(count, of, maximum, (exceeded, letThrough) => ({
		message: `${count} of ${of} are new, more than ${exceeded}`,
		description: `If they are, ${letThrough}`,
	}));

describe('the brake', () => {
	it('lets through as much as is allowed, and no more', () => {
		expect(brakeAt(20, 100)).toBeUndefined();
		expect(brakeAt(500, 2_500)).toBeUndefined();
		expect(refusalOf(() => brakeAt(21, 100))).toEqual({
			message: "21 of 100 are new, more than 'Max' allows (20%)",
			description: "If they are, set 'Max' under 'Options' to 21 for one execution.",
		});
	});

	it('asks for the option where the percentage that it has by default allows it', () => {
		expect(refusalOf(() => brakeAt(501, 2_505))).toEqual({
			message: "501 of 2505 are new, more than 'Max' allows (500, unless you add it)",
			description: "If they are, add 'Max' under 'Options'. Then only its percentage counts.",
		});
	});
});
