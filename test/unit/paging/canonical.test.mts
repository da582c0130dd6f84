import { expect, it } from 'vitest';

import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/api/page';
import { canonical } from '../../../nodes/CustomerData/paging/canonical';

const record: DataRecord = { Code: 'C1', Name: 'A', Tags: ['x', { a: 1, b: null }] };

/** So many lists, one in the other. */
const nested = (depth: number, inmost: JsonValue) =>
	Array.from({ length: depth }).reduce<JsonValue>((inner) => [inner], inmost);

it('gives a record the same text, whatever the order of its fields', () => {
	const again = { Tags: ['x', { b: null, a: 1 }], Name: 'A', Code: 'C1' };
	expect(canonical(again)).toBe(canonical(record));
});

it('is JSON of the same value', () => {
	expect(JSON.parse(canonical(record))).toEqual(record);
	expect(canonical({ b: 'é"', a: [1.5, true, {}] })).toBe('{"a":[1.5,true,{}],"b":"é\\""}');
});

it.each<DataRecord>([
	{ ...record, Code: 'C2' },
	{ ...record, Code: 1 },
	{ ...record, Tags: [{ a: 1, b: null }, 'x'] },
	{ ...record, Extra: true },
	{ ...record, Extra: null },
	{ Code: 'C1' },
	{},
])('gives another record another text: %j', (other) => {
	expect(canonical(other)).not.toBe(canonical(record));
});

it('tells texts apart from what they look like', () => {
	expect(canonical({ a: '1' })).not.toBe(canonical({ a: 1 }));
	expect(canonical({ a: 'null' })).not.toBe(canonical({ a: null }));
});

it('does not run out of stack on values of any depth', () => {
	expect(canonical(nested(50_000, 1))).toBe(canonical(nested(50_000, 2)));
	expect(canonical(nested(999, 1))).not.toBe(canonical(nested(999, 2)));
	expect(canonical(nested(1_000, null))).toBe(canonical(nested(1_000, [])));
});
