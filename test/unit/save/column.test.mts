import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../nodes/CustomerData/api/page';
import { Column } from '../../../nodes/CustomerData/save/column';

type Values = Array<JsonValue | undefined>;

const column = (own: Values, values: Values = [], empty: JsonValue = null) =>
	new Column(
		own.map((one) => (one === undefined ? {} : { city: one })),
		'city',
		{ values, empty },
	);

describe('a column', () => {
	it.each<[string, Values, Array<[JsonValue, JsonValue]>]>([
		[
			'text',
			['x', '', null],
			[
				[7, '7'],
				[1.5, '1.5'],
				[true, 'true'],
				['007', '007'],
			],
		],
		[
			'text of lists',
			['x'],
			[
				[['a', 1], 'a, 1'],
				[['a, b', 'c'], '["a, b","c"]'],
				[[{ a: 1 }], '[{"a":1}]'],
				[{ a: 1 }, '{"a":1}'],
			],
		],
		[
			'numbers',
			[4, null],
			[
				['12', 12],
				[' 7.50 ', 7.5],
				['007', '007'],
				[true, 1],
				[['a'], ['a']],
			],
		],
		[
			'flags',
			[true, false, null],
			[
				['yes', true],
				[0, false],
				['maybe', 'maybe'],
				[false, false],
			],
		],
		[
			'lists',
			[['a'], []],
			[
				['b', ['b']],
				[
					['b', 'c'],
					['b', 'c'],
				],
			],
		],
		[
			'objects',
			[{ a: 1 }],
			[
				[{ b: 2 }, { b: 2 }],
				['b', 'b'],
			],
		],
		[
			'text beside what Odoo returns for empty fields',
			[false, 'x'],
			[
				[7, '7'],
				[true, 'true'],
			],
		],
		[
			'text and numbers',
			['x', 4],
			[
				[7, 7],
				['7', '7'],
			],
		],
	])('of %s has values of its type', (_, own, values) => {
		for (const [value, held] of values) expect(column(own).held(value)).toEqual(held);
	});

	it.each<[Values, JsonValue, JsonValue]>([
		[['x', '', '', null], null, ''],
		[['x', null], '', null],
		[['x', false], '', false],
		[['x'], '', ''],
		[['x'], null, null],
		[[4], '', null],
		[[{ a: 1 }], '', null],
		[[true], '', false],
		[[true, null], '', null],
		[[['a']], '', []],
		[[['a'], null], '', null],
		[[undefined], '', ''],
	])('of %j is empty as its rows are, or as its type can be: %j, %j', (own, empty, held) => {
		for (const nothing of ['', null, undefined, []])
			expect(column(own, [], empty).held(nothing)).toEqual(held);
	});

	it('shares no list between rows', () => {
		const lists = column([['a'], []]);
		expect(lists.held(null)).not.toBe(lists.held(null));
	});

	it.each<[Values, Values, JsonValue, JsonValue]>([
		[[], ['a', 'b'], 'c', 'c'],
		[[], [1, 2, null], 3, 3],
		[[], ['a', 1], 3, '3'],
		[[4], ['a', 1], '3', 3],
		[[false, null], ['Ulm', 'Bonn'], 'No', 'No'],
		[[false], ['Ulm', 0], false, 'false'],
		[[false], ['yes', 'no'], 'yes', true],
		[[true, false], ['Ulm', 'Bonn'], 'no', false],
	])('that no row shows, %j, is as the list has it, or text: %j', (own, list, value, held) => {
		expect(column(own, list).held(value)).toBe(held);
	});

	it.each<[Values, string, JsonValue]>([
		[['Yes'], 'FALSE', 'FALSE'],
		[[1], 'false', 0],
		[[true], 'False', false],
		[[], 'False', false],
		[[], 'Lead', 'Lead'],
		[[['Lead']], 'Lead', ['Lead']],
		[['x', ''], '', ''],
	])('of %j takes %j, as somebody entered it, for %j', (own, text, value) => {
		expect(column(own).entered(text)).toEqual(value);
	});
});
