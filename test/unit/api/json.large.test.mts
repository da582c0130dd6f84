import { expect, it } from 'vitest';
import { parseExactly } from '../../../nodes/CustomerData/api/json';

it.each([
	['a long text', 'n'.repeat(10_000_000)],
	['a text of escaped characters', '\n\\"'.repeat(2_000_000)],
	['a text of digits', '1'.repeat(10_000_000)],
	['a text of exponents', '1e11'.repeat(2_500_000)],
])('reads ten megabytes with %s', (_, note) => {
	const value = parseExactly(`[9007199254740993,${JSON.stringify(note)}]`);
	expect(Array.isArray(value) && value[0] === '9007199254740993' && value[1] === note).toBe(true);
});

it.each([
	['of one digit', '1'.repeat(3_000_000)],
	['of zeros around one digit', `0.${'0'.repeat(1_500_000)}1${'0'.repeat(1_500_000)}`],
	['with zeros between two digits', `1${'0'.repeat(3_000_000)}1`],
	['with zeros between two decimals', `1.${'0'.repeat(3_000_000)}1`],
	['with an exponent of that size', `1e${'1'.repeat(3_000_000)}`],
])('reads a number of three megabytes %s', (_, literal) => {
	expect(parseExactly(literal) === literal).toBe(true);
});
