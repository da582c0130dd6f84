import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { DataRecord } from '../../../nodes/CustomerData/paging/answer';
import { FieldPicker } from '../../../nodes/CustomerData/read/fields';

/** Picks the fields from all records, and says what the check then refuses. */
function read(fields: string[], records: DataRecord[]) {
	const picker = new FieldPicker(fields);
	const picked = records.map((record) => {
		picker.notice(record);
		return picker.pick(record);
	});
	return { picked, refused: refusalOf(() => picker.check(String)) };
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
	it('is refused, with the field that it resembles and those that there are', () => {
		expect(read(['Code', 'email'], [customer]).refused).toEqual({
			message: "No record has a field named 'email'",
			description:
				"Did you mean 'Email'? In 'Field Names or IDs', choose from the fields of the records that were read: 'Code', 'Email' and 'Name'.",
		});
	});

	it('is refused with all others of its kind in one message', () => {
		expect(read(['e-mail', 'Code', 'name', 'Shoe Size'], [customer]).refused).toMatchObject({
			message: "No record has a field named 'e-mail', 'name' or 'Shoe Size'",
			description: expect.stringMatching(/^Did you mean 'Email' or 'Name'\? In /),
		});
	});

	it('is not refused when there are no records', () => {
		expect(read(['email'], []).refused).toBeUndefined();
	});

	it('is refused when the records have no fields at all', () => {
		expect(read(['email'], [{}, {}]).refused).toEqual({
			message: "No record has a field named 'email'",
			description: 'The records that were read have no fields.',
		});
	});

	it('is what all records together lack, and nothing else', () => {
		fc.assert(
			fc.property(someFields(), someRecords(), (fields, records) => {
				const there = new Set(records.flatMap(Object.keys));
				const lacking = fields.filter((field) => !there.has(field));
				const { refused } = read(fields, records);
				expect(refused !== undefined).toBe(records.length > 0 && lacking.length > 0);
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
	const wide = (count: number): DataRecord =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${100 + index}`, index]));
	const listOf = (...records: DataRecord[]) =>
		read(['Elsewhere'], records).refused?.description?.replace(/^.*were read: /, '');

	it('is sorted as people sort', () => {
		expect(listOf({ b: 1, Ä: 1 }, { c: 1, A: 1 })).toBe("'A', 'Ä', 'b' and 'c'.");
	});

	it('has each field once', () => {
		expect(listOf({ a: 1 }, { a: 2 })).toBe("'a'.");
		expect(listOf({ a: 1 }, { a: 2, b: 1 })).toBe("'a' and 'b'.");
	});

	it('has at most 50 names and counts the others', () => {
		expect(listOf(wide(50))).toMatch(/, 'f148' and 'f149'\.$/);
		expect(listOf(wide(51))).toMatch(/, 'f149' and 1 more\.$/);
		expect(listOf(wide(62))).toMatch(/, 'f149' and 12 more\.$/);
	});
});

describe('the field that is meant', () => {
	const meant = (name: string, ...fields: string[]) =>
		/^Did you mean (.+)\?/.exec(
			read([name], [Object.fromEntries(fields.map((field) => [field, 1]))]).refused?.description ??
				'',
		)?.[1];

	it.each([
		['email', 'Email'],
		['postal code', 'PostalCode'],
		['POSTAL_CODE', 'PostalCode'],
		['E-Mail', 'Email'],
		['mail', 'Email'],
		['Emaill', 'Email'],
		['Emajl', 'Email'],
		['Nmae', 'Name'],
		['ids', 'Id'],
	])('is recognised: for %s, %s', (name, field) => {
		expect(meant(name, 'Fax', 'Street', field, 'Zone')).toBe(`'${field}'`);
	});

	it.each([
		['Phone', 'Name'],
		['Mobile', 'Email'],
		['Nr', 'No'],
		['A', 'B'],
		['abcd', 'badc'],
		['Name', 'Game over'],
		['Telephone', 'Phone'],
	])('is not guessed: for %s, not %s', (name, field) => {
		expect(meant(name, field)).toBeUndefined();
	});

	it('is the one with the same letters before one with a slip', () => {
		expect(meant('names', 'Name', 'NAMES')).toBe("'NAMES'");
	});

	it('is named once for several', () => {
		const { refused } = read(['email', 'EMail'], [customer]);
		expect(refused?.description).toMatch(/^Did you mean 'Email'\? /);
	});

	it('is found after any slip, and is always a field that there is', () => {
		const names = fc.stringMatching(/^[A-Za-z]{4,12}$/);
		const letter = fc.stringMatching(/^[a-z]$/);
		fc.assert(
			fc.property(names, fc.nat(11), letter, fc.nat(3), (name, place, added, kind) => {
				const at = place % (name.length - 1);
				const before = name.slice(0, at);
				const swapped = `${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
				const after = [
					added + name.slice(at),
					added + name.slice(at + 1),
					name.slice(at + 1),
					swapped,
				];
				const slipped = before + after[kind];
				fc.pre(slipped !== name);
				expect(meant(slipped, name, '12345678901234567890')).toBe(`'${name}'`);
			}),
		);
	});

	it('cleans the names that the service wrote, and leaves those of the user', () => {
		const fields = new FieldPicker(['key']);
		fields.notice({ secret: 1 });
		expect(() => fields.check((text) => text.replace('secret', '***'))).toThrow(
			expect.objectContaining({
				message: "No record has a field named 'key'",
				description: expect.stringContaining("'***'"),
			}),
		);
	});
});

const NAMES = ['a', 'b', 'c', 'Code', 'code', 'Name'];

function someFields() {
	return fc.uniqueArray(fc.constantFrom(...NAMES));
}

function someRecords(): fc.Arbitrary<DataRecord[]> {
	return fc.array(fc.dictionary(fc.constantFrom(...NAMES), fc.integer()));
}
