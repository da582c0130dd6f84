import { expect, it } from 'vitest';
import { parseExactly } from '../../../nodes/CustomerData/api/json';

it.each([
	['a long text', 'n'.repeat(30_000_000)],
	['a text of escaped characters', '\n\\"'.repeat(5_000_000)],
	['a text of digits', '1'.repeat(30_000_000)],
])('reads 30 megabytes with %s', (_, note) => {
	const value = parseExactly(`[9007199254740993,${JSON.stringify(note)}]`);
	expect(Array.isArray(value) && value[0] === '9007199254740993' && value[1] === note).toBe(true);
});

it('reads a number of 30 megabytes', () => {
	const digits = '1'.repeat(30_000_000);
	expect(parseExactly(digits) === digits).toBe(true);
});
