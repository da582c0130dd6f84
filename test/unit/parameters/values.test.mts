import { describe, expect, it } from 'vitest';
import { parameterValue, type Property } from '../../../nodes/CustomerData/parameters/values';
import { refusalOf } from '../../support/nodes.mts';

const property = (changes: Partial<Property>): Property => ({
	displayName: 'Field',
	type: 'string',
	default: '',
	...changes,
});

const TEXT = property({});
const FLAG = property({ type: 'boolean' });
const NAMES = property({ type: 'multiOptions' });
const NUMBER = property({ type: 'number', default: 5, typeOptions: { minValue: 1, maxValue: 50 } });
const MORE = property({ type: 'number', default: 5 });
const CHOICE = property({
	type: 'options',
	options: [
		{ name: 'Left Out', value: 'leaveOut' },
		{ name: 'Number', value: 7 },
	],
});

describe('the value of a parameter', () => {
	it.each<[Property, unknown, unknown]>([
		[FLAG, true, true],
		[FLAG, 'true', true],
		[FLAG, 'false', false],
		[FLAG, 1, true],
		[FLAG, 0, false],
		[NAMES, ['a', ' b ', ''], ['a', ' b ']],
		[NAMES, [], []],
		[NAMES, ' a, b,', ['a', 'b']],
		[NAMES, ' \n["a,b" , " c ", ""]\t', ['a,b', ' c ']],
		[NAMES, 'a [old], b', ['a [old]', 'b']],
		[NUMBER, 1, 1],
		[NUMBER, ' 50 ', 50],
		[MORE, 1_000_000, 1_000_000],
		[CHOICE, 'leaveOut', 'leaveOut'],
		[TEXT, ' some text ', 'some text'],
		[TEXT, 12, '12'],
		[TEXT, false, 'false'],
	])('of %o is read from %j as %j', (of, value, expected) => {
		expect(parameterValue(of, value)).toEqual(expected);
	});

	it.each(['', ' , ', [''], '[""]', '[]', ' [ ] ', undefined])(
		'is refused as empty: %j',
		(value) => {
			const { message, description } = refusalOf(() => parameterValue(NAMES, value));
			expect(message).toBe("'Field' is empty");
			expect(description).toContain('remove this option');
		},
	);

	it.each<[string, Property, unknown[]]>([
		['true or false', FLAG, ['yes', 2, null, undefined]],
		[
			'a list of field names',
			NAMES,
			['["a"', '["a"] b', '[a]', '[1]', '[["a"]]', 7, null, [1], ['a', 1]],
		],
		['from 1 to 50', NUMBER, [0, 51, 1.5, '', '1e1', '0x1f', '-1', NaN, null, true, [5], {}]],
		['of 0 or more', MORE, [-1, Infinity, 2 ** 53]],
		['one of its choices', CHOICE, ['Left Out', '', 7, null]],
		['text', TEXT, [null, undefined, {}, ['a']]],
	])('must be %s, or it is refused with what to do', (must, of, values) => {
		for (const value of values) {
			const { message, description } = refusalOf(() => parameterValue(of, value));
			expect(message).toMatch(new RegExp(`^'Field' must be .*${must}$`));
			expect(description).toMatch(/^(Choose|Enter|Turn) .*, or use an expression that returns/);
		}
	});
});
