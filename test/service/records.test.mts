import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { customerGroup, customerIn, supplier } from '../../service/records.mts';

const GROUPS = 73;
const customer = customerIn(GROUPS);
const index = fc.nat(10_000_000);

describe('records', () => {
	it.each([
		['customer', customer],
		['customer group', customerGroup],
		['supplier', supplier],
	])('a %s depends on its index alone, not on what was made before', (_name, make) => {
		fc.assert(
			fc.property(index, index, (wanted, other) => {
				const first = make(wanted);
				make(other);
				expect(make(wanted)).toEqual(first);
			}),
		);
	});

	it('customers have different codes and e-mail addresses, and groups that the service lists', () => {
		const codes = Array.from({ length: GROUPS }, (_, place) => customerGroup(place).Code);
		fc.assert(
			fc.property(fc.uniqueArray(index, { minLength: 2, maxLength: 50 }), (places) => {
				const customers = places.map(customer);
				expect(new Set(customers.map(({ Code }) => Code)).size).toBe(places.length);
				expect(new Set(customers.map(({ Email }) => Email)).size).toBe(places.length);
				for (const { Email, GroupCode } of customers) {
					expect(Email).toMatch(/^[a-z0-9._-]+@example\.com$/);
					expect(codes).toContain(GroupCode);
				}
			}),
		);
	});

	it('a customer of a service without groups names none', () => {
		expect(customerIn(0)(0).GroupCode).toBe('');
	});

	it('the records are the same in every run', () => {
		expect(customer(0)).toMatchObject({ Code: 'C000001', Name: 'Dreier OHG', GroupCode: 'G025' });
		expect(customer(1239)).toMatchObject({ Code: 'C001240' });
		expect(customerGroup(0)).toMatchObject({ Code: 'G001' });
		expect(supplier(0)).toMatchObject({ Code: 'S000001' });
	});
});
