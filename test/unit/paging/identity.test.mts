import { describe, expect, it } from 'vitest';

import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/paging/answer';
import { canonical, everyField, identityBy } from '../../../nodes/CustomerData/paging/identity';

const whole = identityBy(everyField);
const record: DataRecord = { Code: 'C1', Name: 'A', Tags: ['x', { a: 1, b: null }] };

/** So many lists, one in the other. */
const nested = (depth: number, inmost: JsonValue) =>
	Array.from({ length: depth }).reduce<JsonValue>((inner) => [inner], inmost);

describe('identityBy', () => {
	it('knows a record again, whatever the order of its fields', () => {
		const again = { Tags: ['x', { b: null, a: 1 }], Name: 'A', Code: 'C1' };
		expect(whole.same(record, again)).toBe(true);
		expect(whole.textOf(record)).toBe(whole.textOf(again));
	});

	it.each<DataRecord>([
		{ ...record, Code: 'C2' },
		{ ...record, Code: 1 },
		{ ...record, Name: 'B' },
		{ ...record, Tags: [{ a: 1, b: null }, 'x'] },
		{ ...record, Extra: true },
		{ Code: 'C1' },
		{},
	])('tells another record apart: %j', (other) => {
		expect(whole.same(record, other)).toBe(false);
		expect(whole.same(other, record)).toBe(false);
		expect(whole.textOf(record)).not.toBe(whole.textOf(other));
	});

	it('leaves out the fields that do not count', () => {
		const identity = identityBy((field) => !['Code', 'Name'].includes(field));
		expect(identity.same(record, { ...record, Code: 'C2', Name: 'B' })).toBe(true);
		expect(identity.same(record, { ...record, Tags: [] })).toBe(false);
	});

	it('knows records without fields again', () => {
		expect(whole.same({}, {})).toBe(true);
	});

	it('tells texts apart from what they look like', () => {
		expect(whole.same({ a: '1' }, { a: 1 })).toBe(false);
		expect(whole.same({ a: 'null' }, { a: null })).toBe(false);
	});
});

describe('canonical', () => {
	it('does not run out of stack on values of any depth', () => {
		expect(canonical(nested(50_000, 1))).toBe(canonical(nested(50_000, 2)));
		expect(canonical(nested(999, 1))).not.toBe(canonical(nested(999, 2)));
		expect(canonical(nested(1_000, null))).toBe(canonical(nested(1_000, [])));
	});
});
