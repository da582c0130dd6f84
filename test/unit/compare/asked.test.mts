import { describe, expect, it } from 'vitest';
import { recall, type Ask, type Asked } from '../../../nodes/CustomerData/compare/asked';
import {
	decodeAsked,
	encodeAsked,
	rememberedIn,
} from '../../../nodes/CustomerData/compare/executions';
import { compareRows } from '../../support/comparing.mts';

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
