import { describe, expect, it } from 'vitest';
import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/api/page';
import { canonical, identify, textKeyOf } from '../../../nodes/CustomerData/identity/identity';
import { hasherFor } from '../../../nodes/CustomerData/trigger/watchedList';

const hashOf = hasherFor({ fields: [], ignored: [] });

describe('the hash of a record', () => {
	it('differs for different contents', () => {
		const inner: JsonValue[] = [1, null, 'null', [null, 1], [1, 2], [2, 1], [12], { b: 1 }, false];
		const nested: JsonValue[] = [['b', 1], [['b', 1]], [{ b: 1 }]];
		const contents: DataRecord[] = [...inner, ...nested].map((a) => ({ a }));
		contents.push({ b: 1 }, { a: 1, b: 1 });
		expect(new Set(contents.map(hashOf)).size).toBe(contents.length);
	});

	it('is of its fields, sorted at any depth, each before its value', () => {
		const record = { b: 'é"', a: [1.5, true, {}, [{ d: 1, c: { f: null, e: 2 } }]] };
		const inner = '[["c",["e","2"],"d","1"]]';
		expect(canonical(record)).toBe(`["a",[["1.5",true,[],[${inner}]]],"b","é\\""]`);
	});

	it.each<[JsonValue, JsonValue, boolean]>([
		[470, '470', true],
		[-0.5, '-0.5', true],
		[{ a: [1, null] }, { a: ['1', null] }, true],
		[470, '0470', false],
		[470, ' 470', false],
		[1, true, false],
		[0, '', false],
		[0, null, false],
		[false, '', false],
		[null, ' ', false],
	])(
		'is the same for a number and its text, and for nothing else: %j and %j',
		(one, other, isSame) => {
			expect(hashOf({ a: one }) === hashOf({ a: other })).toBe(isSame);
		},
	);

	it.each<DataRecord>([{ a: 1 }, { a: 1, b: null }, { a: 1, b: [] }, { a: 1, b: { c: [''] } }])(
		'is the same for a field that is empty text, and %j',
		(record) => {
			expect(hashOf(record)).toBe(hashOf({ a: 1, b: '' }));
		},
	);

	it.each<[string[], string[], DataRecord]>([
		[[], [], { a: 1, b: 2, seen: 5 }],
		[[], ['seen'], { a: 1, b: 2 }],
		[['a', 'seen'], [], { a: 1, seen: 5 }],
		[['a', 'seen'], ['seen'], { a: 1 }],
	])('of the fields %j without %j is of %o', (fields, ignored, watched) => {
		const record = { a: 1, b: 2, seen: 5 };
		expect(hasherFor({ fields, ignored })(record)).toBe(hashOf(watched));
	});
});

it('tells records with a key of their own from those without one, and those that share one', () => {
	const seen = ['a1', 'b1', '-1', 'c1', 'b2', 'a1', '-1', 'd1', 'b2'].map((name, offset) => {
		const [key = '', wholeHash = ''] = name;
		return { key: key === '-' ? undefined : key, wholeHash, offset };
	});
	const { records, keyless, shared } = identify(seen);
	const offsets = (some: Iterable<{ offset: number }>) => [...some].map(({ offset }) => offset);
	expect([...records.keys()].join()).toBe('c,a,d');
	expect(offsets(records.values())).toEqual([3, 5, 7]);
	expect(offsets(keyless)).toEqual([2, 6]);
	expect([...shared].map(([key, some]) => [key, offsets(some)])).toEqual([['b', [1, 4, 8]]]);
});

it('takes a finite number or a text that is not empty for a key', () => {
	expect(['C1', 7, 0].map(textKeyOf)).toEqual(['"C1"', '"7"', '"0"']);
	const others = ['', ' \n', null, true, [], {}, undefined, JSON.parse('1e400'), -Infinity];
	expect(others.map(textKeyOf)).toEqual(Array(9).fill(undefined));
});

it('identifies by text where asked to, without spaces at the ends, as databases pad them', () => {
	const texts = ['7', 7, ' 7', '7         '].map(textKeyOf);
	expect(texts).toEqual(Array(4).fill('"7"'));
	expect(textKeyOf('A  1')).toBe('"A  1"');
});
