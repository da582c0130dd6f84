import { describe, expect, it } from 'vitest';
import { recall, type Ask, type Asked } from '../../../nodes/CustomerData/compare/asked';
import {
	decodeAsked,
	encodeAsked,
	rememberedIn,
} from '../../../nodes/CustomerData/compare/executions';
import { tellStories } from '../../support/compareStories.mts';
import { compareRows } from '../../support/comparing.mts';
import { customers, rowsOf } from '../../support/customers.mts';

const ask = (key: string, kind: Ask['kind'] = 'created', content = ''): Ask => {
	return { kind, key, content };
};
const NOTHING: Asked = new Map();

/** What is asked for again. */
const again = (known: Asked, asks: Ask[], listed = ['a', 'b', 'c']) => {
	const { again: found, next } = recall(known, asks, listed);
	const names = found.map(({ kind, key }) => `${kind} ${key}`);
	return [names, next] as const;
};

describe('what is asked for again', () => {
	it.each(['updated', 'removed'] as const)('is named while it is %s in vain', (kind) => {
		const [, first] = again(NOTHING, [ask('a', kind)]);
		const [names, second] = again(first, [ask('a', kind), ask('b', kind)]);
		expect(names).toEqual([`${kind} a`]);
		expect(again(second, [ask('b', kind, 'other')])[0]).toEqual([]);
		const [, none] = again(second, []);
		expect(again(none, [ask('a', kind)])[0]).toEqual([]);
	});

	it('is held back where a record was created, until it leaves the list', () => {
		const [, first] = again(NOTHING, [ask('a'), ask('b')]);
		const [names, second] = again(first, [ask('a'), ask('c')]);
		expect(names).toEqual(['created a']);
		const [, third] = again(second, []);
		expect(again(third, [ask('a'), ask('b'), ask('c')])[0]).toEqual([
			'created a',
			'created b',
			'created c',
		]);
	});

	it('is new where the record left the list meanwhile, if the list is certain', () => {
		const [, first] = again(NOTHING, [ask('a')]);
		const inDoubt = recall(first, [], undefined).next;
		expect(again(inDoubt, [ask('a')])[0]).toEqual(['created a']);
		const [, gone] = again(first, [], ['b']);
		expect(again(gone, [ask('a')])[0]).toEqual([]);
	});
});

it('forgets what was done, also while the list is in doubt', () => {
	const [, first] = again(NOTHING, [ask('a', 'updated', 'x')]);
	const { next } = recall(first, [], undefined);
	expect(again(next, [ask('a', 'updated', 'x')])[0]).toEqual([]);
});

it('says of nobody that nothing was done where no field is compared', async () => {
	const [records, rows] = [[{ Code: 'A' }], [{ code: 'A' }]];
	const { updated, asked } = await compareRows(records, rows, { fields: [] });
	expect(updated).toHaveLength(1);
	expect(await compareRows(records, rows, { fields: [], asked })).toMatchObject({
		updated,
		named: '',
	});
	const marked = [{ code: 'A', active: false }];
	const back = await compareRows(records, marked, { fields: [] });
	const still = await compareRows(records, marked, { fields: [], asked: back.asked });
	expect(still.named).toMatch(/"A" .*was output as updated before/);
});

tellStories(`
names what was not done, and creates nobody again (published): a1 b1 c1 d1 / b2 c1 x9 → +a +d ~b -x | 2× a1 b1 c1 d1 / b2 c1 x9 → ! "a"…and "d"…were output as created…"b"…was output as updated…"x"…was output as removed; ~b -x
names an update until the record or the row changes (published): a1 / a2! → ~a | a1 / a2! → ! "a"…was output as updated; ~a | a1 / a3! → ~a | a1 / a3 → ~a | a2 / a3 → ~a | a2 / a3 → ! "a"…was output as updated; ~a
creates nobody again whose record changes (published): a1 b1 / b1 → +a | a2 b1 / b1 → ! "a" (2) was output as created | a2 b1 / a2 b1 → | a2 b1 / b1 → ! "a" (2) was output as created
creates whoever left the list and came back (published): a1 b1 / b1 → +a | b1 / b1 → | a1 b1 / b1 → +a
asks again to create whom a condition left out meanwhile (published; only 1): a1 b1 c1 / a1 c1 → +b | a1 b1 c1 / a1 c1 → ! "b"…was output as created | a1 b2 c1 / a1 c1 → | a1 b1 c1 / a1 c1 → +b
takes nobody for created who is held back (published): a1 b1 / b1 _1 → ! 1 record seems…"a" without one | a1 b1 / b1 → +a
`);

describe('a record whose row was there once', () => {
	it('is not created again once that is gone, even if the record changed', async () => {
		const [one = {}, ...others] = customers(3);
		const created = await compareRows([one, ...others], rowsOf(others));
		expect(created.created).toMatchObject([{ key: '"C0"' }]);
		const { asked } = await compareRows([one, ...others], rowsOf([one, ...others]), created);
		const changed = [{ ...one, Name: 'Changed' }, ...others];
		const again = await compareRows(changed, rowsOf(others), { asked });
		expect(again.created).toEqual([]);
		expect(again.named).toBe('"C0" (Changed) was output as created before, but that was not done');
	});
});

describe('what n8n stores', () => {
	const asks = [ask('a'), ask('b', 'updated', 'x'), ask('c', 'removed')];
	const { next } = recall(NOTHING, asks, ['a']);
	const stored = { version: 1, asked: encodeAsked(next) };

	it('is read back, of the same list alone', () => {
		const list: unknown = JSON.parse(JSON.stringify({ ...stored, other: 1 }));
		expect(decodeAsked(rememberedIn({ list }, 'list')?.asked ?? '')).toEqual(next);
		expect(rememberedIn({ list }, 'other')).toBeUndefined();
		expect(decodeAsked('')).toEqual(NOTHING);
	});

	it.each([undefined, {}, { ...stored, version: undefined }, { ...stored, asked: 1 }])(
		'is nothing where something else is stored: %j',
		(list) => expect(rememberedIn({ list }, 'list')).toBeUndefined(),
	);
});
