import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { matcherFor } from '../../../nodes/CustomerData/read/matcher';
import { law } from '../../support/law.mts';
import { NASTY_TEXTS, NASTY_VALUES } from '../../support/nasty.mts';

const finds = (search: string, record: DataRecord) => matcherFor(search)(record);

const graphemesOf = (text: string) =>
	Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

const BAKERY = { Name: 'Van Dijk Bakeries', City: 'Utrecht' };
const VALUES = { Code: 1001, Limit: 12.5, Active: true, Email: null };
const NESTED = { Contacts: [{ Address: { Kind: 'Home', Floors: [1, 2] } }] };

describe('a search', () => {
	it.each<[boolean, string, DataRecord, string[]]>([
		[true, 'every record, without words', {}, ['', ' \t\n']],
		[
			true,
			'words in any field and order, and parts of words',
			BAKERY,
			['bakeries van', 'utr dijk'],
		],
		[true, 'values as they are shown', VALUES, ['1001', '100', '12.5', 'true']],
		[true, 'what is in lists and objects', NESTED, ['home 2']],
		[false, 'accents alone', { Name: 'Müller' }, ['´', '\u0301']],
		[false, 'a part of the words', BAKERY, ['dijk rotterdam']],
		[false, 'the names of fields', BAKERY, ['city']],
		[false, 'a word that goes from one value to the next', { First: 'a', Second: 'b' }, ['ab']],
		[false, 'other values, or none', VALUES, ['null', 'false', '1002', 'w']],
	])('finds: %s, %s, in %o', (isFound, _, record, searches) => {
		for (const search of searches) expect(finds(search, record)).toBe(isFound);
	});

	it.each([
		['muller', 'MÜLLER', 'Müller', 'Mu\u0308ller'],
		['strasse', 'STRAẞE', 'straße'],
		['οδος', 'ΟΔΟΣ'],
		['istanbul', 'İstanbul', 'ıstanbul'],
		['sorensen', 'Sørensen'],
		['lodz', 'Łódź'],
		['aeroe', 'Ærœ'],
		["d'angelo", 'D’Angelo'],
		['dokic', 'Đokić'],
		['bakery', 'Bak\u00adery'],
	])('finds %s, however it is spelled: %s', (...spellings) => {
		for (const search of spellings) {
			for (const name of spellings) expect(finds(search, { name })).toBe(true);
		}
	});

	it.each([
		['ΟΔΟΣ', 'οδοσία', true],
		['٣', 'شارع ٣', true],
		['ガ', 'ガラス', true],
		['カ', 'ガラス', false],
		['มา', 'มี', false],
		['하', '한국', false],
	])('knows the letters of other scripts: %s is in %s: %s', (search, name, isFound) => {
		expect(finds(search, { name })).toBe(isFound);
	});

	const changes = fc.constantFrom(
		(text: string) => text,
		(text: string) => text.toUpperCase(),
		(text: string) => text.toLowerCase(),
		(text: string) => text.normalize('NFD'),
	);
	const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), {
		minLength: 1,
		maxLength: 4,
	});

	law(
		'finds whatever part of a value it is given, in any letter case',
		{ of: [texts, fc.nat(), fc.nat(), changes] },
		(values, at, length, changed) => {
			const value = graphemesOf(values[at % values.length] ?? '');
			const start = at % value.length;
			const part = value.slice(start, start + 1 + length).join('');
			const nested = { values: values.map((text) => ({ text })) };
			expect(finds(changed(part), nested)).toBe(true);
		},
	);

	it('takes no longer than the length of a record and of the words', () => {
		for (const value of [...NASTY_TEXTS, ...NASTY_VALUES]) {
			expect(finds('ann lee', { value })).toBe(false);
			expect(finds('ann', { value, Name: 'Ann' })).toBe(true);
		}
		for (const text of NASTY_TEXTS) expect(finds(`${text} lee`, { Name: 'Ann' })).toBe(false);
	});
});
