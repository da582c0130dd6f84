import { expect, it } from 'vitest';

import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { canonical } from '../../../nodes/CustomerData/watch/canonical';

const record: DataRecord = { Code: 'C1', Name: 'A', Tags: ['x', { a: 1, b: null }] };

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
