import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { Ids } from '../../../nodes/CustomerData/paging/ids';

it('are the same where the same fields, in whatever order, have the same values', () => {
	const records: DataRecord[] = [
		{ Code: 'A', Name: 'Anna' },
		{ Code: 'A', Name: 'Anna' },
		{ Name: 'Anna', Code: 'A' },
		{ Name: 'Anna', Code: 'B' },
		{ Code: 'A', Town: 'Anna' },
		{ Code: 'A' },
		{},
		{},
	];
	const ids = new Ids().of(records);
	expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 0, 3, 4, 5, 6, 6]);
});

it('can be those of a part of the records', () => {
	const [id, other] = new Ids(({ Code = null }) => ({ Code })).of([
		{ Code: 'A', readAt: 1 },
		{ Code: 'A', readAt: 2 },
	]);
	expect(id).toBe(other);
});

describe('fields in which every record differs when it is requested again', () => {
	/** Each letter is a code; all were read at a time, in a city. */
	const page = (codes: string, readAt: number, cityOf = (_: string) => 'Gent'): DataRecord[] =>
		[...codes].map((Code) => ({ Code, City: cityOf(Code), readAt }));

	it('are overlooked from then on', () => {
		const ids = new Ids();
		const [one, other, later] = [page('ABC', 1), page('ABC', 2), page('ABD', 3)];
		const before = ids.of(other);
		expect(ids.overlookVolatile(one, other)).toBe(true);
		expect(ids.of(other)).toEqual(ids.of(one));
		expect(ids.of(other)).not.toEqual(before);
		expect(ids.of(later).map((id, index) => id === ids.of(one)[index])).toEqual([
			true,
			true,
			false,
		]);
	});

	const changed = (code: string) => (code === 'B' ? 'Brugge' : 'Gent');

	it.each<[string, DataRecord[], DataRecord[]]>([
		['there are none', page('ABC', 1), page('ABC', 1)],
		['there are no records', [], []],
		['one record is as it was', page('ABC', 1), [...page('AB', 2), ...page('C', 1)]],
		['another field differs, too', page('ABC', 1), page('ABC', 2, changed)],
		['only they tell records apart, of which one was added', page('BCD', 1), page('ABC', 2)],
		['a record is gone', page('ABC', 1), page('AB', 2)],
	])('are not if %s', (_, one, other) => {
		const ids = new Ids();
		expect(ids.overlookVolatile(one, other)).toBe(false);
		expect(ids.of(page('A', 1))).not.toEqual(ids.of(page('A', 2)));
	});
});
