import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { matcherFor } from '../../../nodes/CustomerData/read/search';

const finds = (search: string, record: Parameters<ReturnType<typeof matcherFor>>[0]) =>
	matcherFor(search)(record);

const graphemesOf = (text: string) =>
	Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

describe('a search', () => {
	it.each(['', ' \t\n'])('finds every record without words: %j', (search) => {
		expect(finds(search, {})).toBe(true);
		expect(finds(search, { Code: 'C1' })).toBe(true);
	});

	it.each(['´', '\u0301'])('finds nothing with accents alone: %j', (search) => {
		expect(finds(search, { Name: 'Müller' })).toBe(false);
	});

	it('finds words in any field, in any order, and parts of words', () => {
		const record = { Name: 'Van Dijk Bakeries', City: 'Utrecht' };
		expect(finds('bakeries van', record)).toBe(true);
		expect(finds('utr dijk', record)).toBe(true);
	});

	it('finds a record only if it holds all the words', () => {
		expect(finds('dijk rotterdam', { Name: 'Van Dijk', City: 'Utrecht' })).toBe(false);
	});

	it('finds no word that goes from one value to the next', () => {
		expect(finds('ab', { First: 'a', Second: 'b' })).toBe(false);
	});

	it('looks at values and not at the names of fields', () => {
		expect(finds('city', { City: 'Utrecht' })).toBe(false);
	});

	it('finds numbers and flags as they are shown, and nothing for null', () => {
		const record = { Code: 1001, Limit: 12.5, Active: true, Email: null };
		for (const search of ['1001', '100', '12.5', 'true']) expect(finds(search, record)).toBe(true);
		for (const search of ['null', 'false', '1002', 'w']) expect(finds(search, record)).toBe(false);
	});

	it('looks into lists and objects', () => {
		const record = { Contacts: [{ Address: { Kind: 'Home', Floors: [1, 2] } }] };
		expect(finds('home 2', record)).toBe(true);
	});

	it.each([
		['muller', 'Müller'],
		['MÜLLER', 'muller'],
		['müller', 'Mu\u0308ller'],
		['strasse', 'STRAẞE'],
		['straße', 'Strasse'],
		['οδος', 'ΟΔΟΣ'],
		['ΟΔΟΣ', 'οδοσία'],
		['istanbul', 'İstanbul'],
		['ISPARTA', 'ısparta'],
		['sorensen', 'Sørensen'],
		['Łódź', 'lodz'],
		['aero', 'Ærø'],
		["d'angelo", 'D’Angelo'],
		["'t hart", '’t Hart'],
		['oeuvre', 'Œuvre'],
		['djokovic', 'Djoković'],
		['dokic', 'Đokić'],
		['bakery', 'Bak\u00adery'],
		['٣', 'شارع ٣'],
		['ガ', 'ガラス'],
	])('finds %s in %s', (search, name) => {
		expect(finds(search, { name })).toBe(true);
	});

	it.each([
		['カ', 'ガラス'],
		['มา', 'มี'],
		['하', '한국'],
	])('tells letters of other scripts apart: %s is not in %s', (search, name) => {
		expect(finds(search, { name })).toBe(false);
	});

	it('finds whatever part of a value it is given, in any letter case', () => {
		const change = fc.constantFrom(
			(text: string) => text,
			(text: string) => text.toUpperCase(),
			(text: string) => text.toLowerCase(),
			(text: string) => text.normalize('NFD'),
		);
		fc.assert(
			fc.property(
				fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 4 }),
				fc.nat(),
				fc.nat(),
				change,
				(values, at, length, changed) => {
					const value = graphemesOf(values[at % values.length] ?? '');
					const start = at % value.length;
					const part = value.slice(start, start + 1 + length).join('');
					const nested = { values: values.map((text) => ({ text })) };
					expect(finds(changed(part), nested)).toBe(true);
				},
			),
		);
	});
});
