import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { FieldPicker } from '../../../nodes/CustomerData/read/fields';

/** Picks the fields from all records, and says what the check then refuses. */
function read(fields: string[], records: DataRecord[]) {
	const picker = new FieldPicker(fields);
	const picked = records.map((record) => {
		picker.notice(record);
		return picker.pick(record);
	});
	const { missing } = picker;
	return { picked, missing, refused: refusalOf(() => picker.check()) };
}

function refusalOf(check: () => void) {
	try {
		check();
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return { message: error.message, description: error.description };
	}
	return undefined;
}

const customer = { Code: 'C1', Email: 'a@example.com', Name: 'A' };

describe('the fields of a record', () => {
	it('are those that were chosen, in the order of the record', () => {
		expect(read(['Name', 'Code'], [customer]).picked).toEqual([{ Code: 'C1', Name: 'A' }]);
		expect(Object.keys(read(['Name', 'Code'], [customer]).picked[0] ?? {})).toEqual([
			'Code',
			'Name',
		]);
	});

	it('are all of them, in the same object, when none is chosen', () => {
		const { picked, refused } = read([], [customer]);
		expect(picked[0]).toBe(customer);
		expect(refused).toBeUndefined();
	});

	it('can have any name, __proto__ too', () => {
		const record: DataRecord = JSON.parse('{"__proto__": {"a": 1}, "b": 2}');
		const { picked, refused } = read(['__proto__'], [record]);
		expect(JSON.stringify(picked)).toBe('[{"__proto__":{"a":1}}]');
		expect(refused).toBeUndefined();
		expect(read(['constructor'], [record]).refused).toBeDefined();
	});

	it('are picked alike from every record, whatever the records before had', () => {
		fc.assert(
			fc.property(someFields(), someRecords(), (fields, records) => {
				const wanted = records.map((record) =>
					Object.entries(record).filter(([name]) => fields.length === 0 || fields.includes(name)),
				);
				expect(read(fields, records).picked.map(Object.entries)).toEqual(wanted);
			}),
		);
	});
});

describe('a field that no record has', () => {
	it('is refused, with the fields that there are', () => {
		expect(read(['Code', 'email'], [customer]).refused).toEqual({
			message: "No record has a field named 'email'",
			description:
				"In 'Field Names or IDs', choose from the fields of the records that were read: 'Code', 'Email', and 'Name'.",
		});
	});

	it('is refused with all others of its kind in one message', () => {
		expect(read(['e-mail', 'Code', 'name', 'Shoe Size'], [customer]).refused?.message).toBe(
			"No record has a field named 'e-mail', 'name', or 'Shoe Size'",
		);
	});

	it('is not refused when there are no records', () => {
		expect(read(['email'], []).refused).toBeUndefined();
	});

	it('is not refused when the records have no fields at all', () => {
		expect(read(['email'], [{}, {}])).toMatchObject({ missing: [], refused: undefined });
	});

	it('is what all records together lack, and nothing else', () => {
		fc.assert(
			fc.property(someFields(), someRecords(), (fields, records) => {
				const there = new Set(records.flatMap(Object.keys));
				const lacking = fields.filter((field) => !there.has(field));
				const { missing, refused } = read(fields, records);
				expect(missing).toEqual(there.size > 0 ? lacking : []);
				expect(refused !== undefined).toBe(missing.length > 0);
				for (const name of refused ? lacking : []) expect(refused?.message).toContain(`'${name}'`);
				for (const name of refused ? there : []) {
					expect(refused?.description).toContain(`'${name}'`);
					expect(refused?.message).not.toContain(`'${name}'`);
				}
			}),
		);
	});
});

describe('the list of fields', () => {
	const listOf = (...records: DataRecord[]) =>
		read(['Elsewhere'], records).refused?.description?.replace(/^.*were read: /, '');

	it('is sorted as people sort', () => {
		expect(listOf({ b: 1, Ä: 1 }, { c: 1, A: 1 })).toBe("'A', 'Ä', 'b', and 'c'.");
	});

	it('has each field once', () => {
		expect(listOf({ a: 1 }, { a: 2 })).toBe("'a'.");
		expect(listOf({ a: 1 }, { a: 2, b: 1 })).toBe("'a' and 'b'.");
	});
});

const NAMES = ['a', 'b', 'c', 'Code', 'code', 'Name'];

function someFields() {
	return fc.uniqueArray(fc.constantFrom(...NAMES));
}

function someRecords(): fc.Arbitrary<DataRecord[]> {
	return fc.array(fc.dictionary(fc.constantFrom(...NAMES), fc.integer()));
}
