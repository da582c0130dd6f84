import { describe, expect, it } from 'vitest';

import { KeyedRecords } from '../../../nodes/CustomerData/watch/keyedRecords';

const page = (...codes: unknown[]) =>
	codes.map((Code) => JSON.parse(JSON.stringify({ Code, Name: 'A' })));

describe('KeyedRecords', () => {
	it('keeps the records in the order of the list, by their key', () => {
		const keyed = new KeyedRecords('Code', String);
		keyed.addPage(page('b', 1), 0);
		keyed.addPage(page('a'), 2);
		expect([...keyed.records.keys()]).toEqual(['"b"', '1', '"a"']);
	});

	it('counts a record once that comes again unchanged, where it was read last', () => {
		const keyed = new KeyedRecords('Code', String);
		keyed.addPage(page('a', 'b', 'a'), 0);
		keyed.addPage([{ Code: 'a', Name: 'B' }], 3);
		expect([...keyed.records]).toEqual([
			['"b"', { Code: 'b', Name: 'A' }],
			['"a"', { Code: 'a', Name: 'B' }],
		]);
	});

	it('names the offset of a record without a value', () => {
		expect(() => new KeyedRecords('Code', String).addPage(page('a', null), 50)).toThrow(
			expect.objectContaining({
				message: "The record at offset 51 has no value in 'Code'",
				description:
					"Choose a field for 'Identify Records By' that holds a text or number in every record.",
			}),
		);
	});

	it('names the value that two different records on a page share', () => {
		const twins = [...page('a'), { Code: 'a', Name: 'B' }];
		expect(() => new KeyedRecords('Code', String).addPage(twins, 50)).toThrow(
			expect.objectContaining({
				message: 'Two different records share the value "a" in \'Code\'',
				description:
					"Choose a field for 'Identify Records By' that is different for every record (page at offset 50).",
			}),
		);
	});

	it('cleans the value that it quotes', () => {
		const keyed = new KeyedRecords('Code', (text) => text.replace('a', '***'));
		expect(() => keyed.addPage([{ Code: 'a' }, { Code: 'a', Name: 'A' }], 0)).toThrow(
			`Two different records share the value "***" in 'Code'`,
		);
	});
});
