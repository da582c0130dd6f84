import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/api/page';
import { FieldPicker } from '../../../nodes/CustomerData/read/fieldPicker';
import { SeenFields } from '../../../nodes/CustomerData/read/seenFields';
import { hasContent } from '../../../nodes/CustomerData/values/content';
import { plainText } from '../../../nodes/CustomerData/values/equality';
import { law } from '../../support/law.mts';
import { refusalOf } from '../../support/nodes.mts';

/** Picks the fields from all records, and says what the check then refuses. */
function read(fields: string[], records: DataRecord[]) {
	const picker = new FieldPicker(fields);
	const picked = records.map((record) => picker.pick(record));
	const seen = new SeenFields();
	for (const record of records) seen.notice(record);
	const missing = seen.missing(fields);
	if (missing.length === 0) seen.check(fields);
	return { picked, missing, refused: missing.length > 0 && refusalOf(() => seen.check(fields)) };
}

const NAMES = fc.constantFrom('a', 'b', 'c', 'Code', 'code', '', '__proto__', 'constructor');
const someFields: fc.Arbitrary<string[]> = fc.uniqueArray(NAMES);
const someRecords: fc.Arbitrary<DataRecord[]> = fc.array(fc.dictionary(NAMES, fc.integer()));

describe('the fields of a record', () => {
	law(
		'are those that were chosen, in the order of the record, whatever the records before had',
		{ of: [someFields, someRecords] },
		(fields, records) => {
			const isWanted = ([name]: [string, unknown]) => fields.length === 0 || fields.includes(name);
			const wanted = records.map((record) => Object.entries(record).filter(isWanted));
			expect(read(fields, records).picked.map(Object.entries)).toEqual(wanted);
		},
	);

	it('stay in the same object when none is chosen', () => {
		const record = { Code: 'C1' };
		expect(read([], [record]).picked[0]).toBe(record);
	});
});

describe('a field that no record has', () => {
	law(
		'is refused with all others of its kind, and with those that there are',
		{ of: [someFields, someRecords] },
		(fields, records) => {
			const there = new Set(records.flatMap(Object.keys));
			const lacking = there.size > 0 ? fields.filter((field) => !there.has(field)) : [];
			const { missing, refused } = read(fields, records);
			expect(missing).toEqual(lacking);
			if (!refused) return;
			for (const name of lacking) expect(refused.message).toContain(`'${name}'`);
			for (const name of there) {
				expect(refused.description).toContain(`'${name}'`);
				expect(refused.message).not.toContain(`'${name}'`);
			}
		},
	);
});

it('names ten fields that no record has, and how many more there are', () => {
	const fields = Array.from({ length: 12 }, (_, index) => `F${index}`);
	const { refused } = read(fields, [{ Code: 'A' }]);
	expect(refused).toMatchObject({ message: expect.stringMatching(/'F8', or 'F9', and 2 more$/) });
});

const text = fc.string({
	unit: fc.constantFrom('x', ' ', '\n', '\u00a0', '\u200b', '\0', '\ud800'),
});
const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		fc.constantFrom(null, false, 0, '', 'x'),
		text,
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(NAMES, tie('value'), { maxKeys: 3 }),
	),
}));

law(
	'a value counts as one where it does in Compare',
	{ of: [anyValue], examples: 2_000 },
	(value) => {
		expect(hasContent(value)).toBe(plainText(value) !== '');
	},
);
