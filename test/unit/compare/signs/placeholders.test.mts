import { expect, it } from 'vitest';
import { saysNothing } from '../../../../nodes/CustomerData/compare/signs/placeholders';

it.each([
	...[null, '', ' ', [], {}, true, false, 0, '0', '000', '-', '+', '.', '?', '--- ---'],
	...['n/a', 'N.A.', 'na', 'none', 'Test', 'unknown', 'x', 'XXX', 'tbd', 'No email'],
	...['none@none.com', 'test@test.com', 'no-reply@example.com', 'No.Email@x'],
])('%j identifies nobody', (value) => {
	expect(saysNothing(value)).toBe(true);
});

it.each([7, '7', '001', 'Ann', 'X Ltd', 'Testa', 'ann@none.com', 'Ω', '王', ['a']])(
	'%j may identify somebody',
	(value) => {
		expect(saysNothing(value)).toBe(false);
	},
);
