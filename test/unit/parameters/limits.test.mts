import { expect, it } from 'vitest';
import { spelledOut } from '../../../nodes/CustomerData/parameters/limits';

it.each([
	[2, 'two'],
	[12, '12'],
])('a sentence has %d as %s', (number, text) => {
	expect(spelledOut(number)).toBe(text);
});
