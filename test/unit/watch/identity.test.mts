import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/api/page';
import { canonical, hasherFor, keyOf } from '../../../nodes/CustomerData/watch/identity';

const hashOf = hasherFor({ fields: [], ignored: [] });

describe('the hash of a record', () => {
	it('does not depend on the order of fields, at any depth', () => {
		const shuffle = (value: JsonValue): JsonValue => {
			if (Array.isArray(value)) return value.map(shuffle);
			if (typeof value !== 'object' || value === null) return value;
			const reversed = Object.entries(value).reverse();
			return Object.fromEntries(reversed.map(([field, inner]) => [field, shuffle(inner)]));
		};
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
				const record: DataRecord = JSON.parse(JSON.stringify(object));
				const shuffled = shuffle(record);
				if (typeof shuffled !== 'object' || Array.isArray(shuffled) || shuffled === null) return;
				expect(hashOf(shuffled)).toBe(hashOf(record));
			}),
		);
	});

	it('differs for different contents', () => {
		const contents: DataRecord[] = [
			{},
			{ a: 1 },
			{ a: '1' },
			{ a: null },
			{ a: 'null' },
			{ a: [] },
			{ a: {} },
			{ a: [1, 2] },
			{ a: [2, 1] },
			{ a: [12] },
			{ b: 1 },
			{ a: 1, b: 1 },
			{ a: 1, b: null },
			{ a: { b: 1 } },
			{ a: ['b', 1] },
			{ a: [['b', 1]] },
			{ a: [{ b: 1 }] },
		];
		expect(new Set(contents.map(hashOf)).size).toBe(contents.length);
	});

	it('is of its fields in their order, each before its value', () => {
		const record = { b: 'é"', a: [1.5, true, {}] };
		expect(canonical(record)).toBe('["a",[[1.5,true,[]]],"b","é\\""]');
	});

	it('leaves out ignored fields', () => {
		const ignoring = hasherFor({ fields: [], ignored: ['seen'] });
		expect(ignoring({ a: 1, seen: 5 })).toBe(hashOf({ a: 1 }));
		expect(hashOf({ a: 1, seen: 5 })).not.toBe(hashOf({ a: 1 }));
	});

	it('holds the chosen fields alone, without ignored ones', () => {
		expect(hasherFor({ fields: ['a'], ignored: [] })({ a: 1, b: 2 })).toBe(hashOf({ a: 1 }));
		const choosing = hasherFor({ fields: ['a', 'seen'], ignored: ['seen'] });
		expect(choosing({ a: 1, b: 2, seen: 5 })).toBe(hashOf({ a: 1 }));
	});
});

describe('a key', () => {
	it('is a number or a text that is not empty', () => {
		expect(['C1', 7, 0].map(keyOf)).toEqual(['"C1"', '7', '0']);
		expect(['', null, true, [], {}, undefined].map(keyOf)).toEqual(Array(6).fill(undefined));
	});
});
