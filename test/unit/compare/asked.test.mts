import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import {
	decodeAsked,
	encodeAsked,
	rememberedIn,
} from '../../../nodes/CustomerData/compare/executions';
import { recall, type Ask, type Asked } from '../../../nodes/CustomerData/compare/rules/asked';
import { compareRows } from '../../support/comparing.mts';
import { law } from '../../support/law.mts';

const ask = (key: string, kind: Ask['kind'] = 'created', content = ''): Ask => {
	return { kind, key, content };
};
const NOTHING: Asked = new Map();

/** What is asked for again. */
const again = (known: Asked, asks: Ask[], owned: string[] = [], listed = ['a', 'b', 'c']) => {
	const { again: found, next } = recall(known, asks, owned, listed);
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

	it('is held back where a record was created', () => {
		const [, first] = again(NOTHING, [ask('a'), ask('b')]);
		const [names, second] = again(first, [ask('a'), ask('b', 'created', 'other')]);
		expect(names).toEqual(['created a']);
		expect(again(second, [ask('b', 'created', 'other')])[0]).toEqual(['created b']);
	});

	it('is held back whatever changes, once the record had a row', () => {
		const [, first] = again(NOTHING, [ask('a')]);
		const [, second] = again(first, [], ['a']);
		const [names, third] = again(second, [ask('a', 'created', 'other')]);
		expect(names).toEqual(['created a']);
		expect(again(third, [ask('a', 'created', 'another')])[0]).toEqual(['created a']);
	});

	it('is not what had a row that was not asked for', () => {
		const [, first] = again(NOTHING, [ask('a')]);
		const [, second] = again(first, [], ['a', 'b']);
		expect(again(second, [ask('b')])[0]).toEqual([]);
	});

	it('is new where the record left the list meanwhile, if the list is certain', () => {
		const [, first] = again(NOTHING, [ask('a')]);
		const inDoubt = recall(first, [], [], undefined).next;
		expect(again(inDoubt, [ask('a')])[0]).toEqual(['created a']);
		const [, gone] = again(first, [], [], ['b']);
		expect(again(gone, [ask('a')])[0]).toEqual([]);
	});
});

describe('what n8n stores', () => {
	const asks = [ask('a'), ask('b', 'updated', 'x'), ask('c', 'removed')];
	const { next } = recall(NOTHING, asks, ['a'], ['a']);
	const stored = { version: 1, list: 'list', asked: encodeAsked(next) };

	it('is read back, of the same list alone', () => {
		const read = rememberedIn(JSON.parse(JSON.stringify({ ...stored, other: 1 })), 'list');
		expect(decodeAsked(read?.asked ?? '')).toEqual(next);
		expect(rememberedIn(stored, 'other')).toBeUndefined();
		expect(decodeAsked('')).toEqual(NOTHING);
	});

	it.each([undefined, {}, { ...stored, version: undefined }, { ...stored, asked: 1 }])(
		'is nothing where something else is stored: %j',
		(data) => expect(rememberedIn(data, 'list')).toBeUndefined(),
	);
});

/** What a CRM makes of an identifier; two of these lose a part. */
const STORES: Record<string, (code: string) => string> = {
	exactly: (code) => code,
	'without zeros': (code) => code.replace(/^0+/, ''),
	'as NFC': (code) => code.normalize('NFC'),
	'without punctuation': (code) => code.replace(/\W/g, ''),
	'six letters of it': (code) => code.slice(0, 6),
};
const CODES = '0001 0002 K-900 LONG-001 LONG-002 Ku\u0308bel A1 B2 C3 D4 E5 F6'.split(' ');

/** What happens in one execution. */
const nights = fc.record({
	/** The records that are in the list. */
	listed: fc.subarray(CODES, { minLength: 8 }),
	/** The rows that the CRM's node returns, as a share, or all. */
	returned: fc.oneof(
		{ weight: 2, arbitrary: fc.constant(1) },
		fc.double({ min: 0, max: 1, noNaN: true }),
	),
	dice: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
	/** The records that the CRM refuses. */
	refused: fc.subarray(CODES, { maxLength: 3 }),
	savesNothing: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
	/** A record whose compared field changes. */
	edited: fc.option(fc.constantFrom(...CODES)),
	crashes: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
});

law(
	'no history has a record created twice by our asking, unless it changed before it had a row, left the list, or n8n crashed; and nobody is removed whose record is there',
	{
		of: [
			fc.array(nights, { minLength: 2, maxLength: 8 }),
			fc.constantFrom(...Object.keys(STORES)),
			fc.array(fc.constantFrom(...CODES), { maxLength: 6 }),
		],
		examples: 300,
	},
	async (history, storing, initial) => {
		const stored = STORES[storing] ?? String;
		const rows: IDataObject[] = [...new Set(initial)].map((code, id) => {
			return { id, code: stored(code), name: 'old', active: true };
		});
		const versions = new Map<string, number>();
		const times = new Map<string, number>();
		/** How often each record may be asked for. */
		const allowed = new Map<string, number>();
		const allowMore = (code: string) => allowed.set(code, (allowed.get(code) ?? 1) + 1);
		let asked: Asked = NOTHING;
		let before = new Set<string>();
		for (const { listed, returned, dice, refused, savesNothing, edited, crashes } of history) {
			if (edited) versions.set(edited, (versions.get(edited) ?? 0) + 1);
			if (edited) allowMore(edited);
			for (const code of listed) if (before.size > 0 && !before.has(code)) allowMore(code);
			before = new Set(listed);
			const records: DataRecord[] = listed.map((Code) => {
				return { Code, name: `${Code} ${versions.get(Code) ?? 0}` };
			});
			const shown = rows.filter(() => (dice.next().value ?? 0) <= returned);
			const due = await compareRows(records, shown, { fields: ['name'], asked });
			for (const {
				row: { input },
			} of due.removed) {
				expect(listed).not.toContain(input.code);
			}
			for (const { record } of due.created) {
				const code = String(record.Code);
				times.set(code, (times.get(code) ?? 0) + 1);
				expect(times.get(code), code).toBeLessThanOrEqual(allowed.get(code) ?? 1);
				if (crashes) allowMore(code);
				if (savesNothing || refused.includes(code)) continue;
				rows.push({ id: rows.length, code: stored(code), name: record.name, active: true });
			}
			expect(due.named).not.toContain('undefined');
			if (!savesNothing) {
				for (const { row, record } of due.updated) {
					const own = rows.find(({ id }) => id === row.input.id);
					Object.assign(own ?? {}, { name: record.name, active: true });
				}
				for (const {
					row: { input },
				} of due.removed) {
					Object.assign(rows.find(({ id }) => id === input.id) ?? {}, { active: false });
				}
			}
			if (!crashes) ({ asked } = due);
		}
	},
);
