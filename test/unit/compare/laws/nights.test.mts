import fc from 'fast-check';
import { expect } from 'vitest';
import type { Asked } from '../../../../nodes/CustomerData/compare/asked';
import { hasContent } from '../../../../nodes/CustomerData/values/content';
import {
	change,
	companies,
	FIELDS,
	recordsOf,
	returnedOf,
	someNights,
	STORES,
	type Contact,
} from '../../../model/nights.mts';
import { compareRows } from '../../../support/comparing.mts';
import { law } from '../../../support/law.mts';

const isSame = (one: object, other: object) =>
	FIELDS.every((name) => Reflect.get(one, name) === Reflect.get(other, name));

law(
	'no history removes who is there, creates anybody twice by our asking, empties a field of several, or leaves anything over without a word',
	{
		of: [companies, someNights, fc.constantFrom(...Object.keys(STORES)), fc.nat(16)],
		examples: 4_000,
	},
	async (company, history, storing, known) => {
		const stored = STORES[storing] ?? String;
		const customers = structuredClone(company);
		/** Whose contact it is, by its ID. */
		const owners = new Map<number, number>();
		const contacts: Contact[] = [];
		const add = ({ id, code, fields }: (typeof customers)[number]) => {
			owners.set(contacts.length, id);
			contacts.push({ id: contacts.length, code: stored(code), active: true, ...fields });
		};
		for (const customer of customers.slice(0, known)) if (customer.isListed) add(customer);
		const times = new Map<string, number>();
		/** How often each code may be asked for. */
		const allowed = new Map<string, number>();
		const allowMore = (code: string) => allowed.set(code, (allowed.get(code) ?? 1) + 1);
		let asked: Asked = new Map();
		let before = new Set<string>();
		for (const [index, night] of history.entries()) {
			change(customers, night, index);
			const records = recordsOf(customers, night);
			const listed = new Set(records.map(({ Code }) => String(Code)));
			for (const code of listed) if (before.size > 0 && !before.has(code)) allowMore(code);
			before = listed;
			const shown = returnedOf(contacts, night);
			const maximums = { maxCreated: 100 };
			const due = await compareRows(records, shown, { fields: [...FIELDS], asked, maximums });
			if (due.stopped !== '') continue;
			const customerOf = ({ id }: { id?: unknown }) => customers[owners.get(Number(id)) ?? -1];
			const byCode = new Map(customers.map((one) => [one.code, one]));
			const valuesOf = new Map(records.map((record) => [record.Code, record]));

			const removed = due.removed.map(({ row: { input } }) => input);
			for (const row of removed) {
				expect(listed).not.toContain(row.code);
				const owner = customerOf(row);
				if (!owner?.isListed) continue;
				// One that was read in part can have a copy. Where the code and a value differ, nothing shows whose it is.
				const isCopied = contacts.some(({ code }) => code === stored(owner.code));
				if (!isCopied) expect(isSame(valuesOf.get(owner.code) ?? {}, row)).toBe(false);
			}
			const active = new Set(shown.filter((row) => row.active && row.code).map(({ code }) => code));
			if (active.size >= 10) expect(5 * removed.length).toBeLessThanOrEqual(active.size);

			for (const { record } of due.created) {
				const code = String(record.Code);
				times.set(code, (times.get(code) ?? 0) + 1);
				expect(times.get(code), code).toBeLessThanOrEqual(allowed.get(code) ?? 1);
				if (night.crashes) allowMore(code);
				const own = shown.filter((row) => customerOf(row) === byCode.get(code));
				const isThere = own.some((row) => row.active && isSame(record, row));
				expect(isThere, `${code} beside its own contact`).toBe(false);
			}

			const lost = FIELDS.filter((name) => !records.some((record) => hasContent(record[name])));
			for (const name of lost) {
				const emptied = due.updated.filter(({ row }) => hasContent(row.input[name]));
				expect(emptied.length).toBeLessThan(2);
			}

			const output = new Set([...due.created, ...due.updated].map(({ record }) => record.Code));
			for (const record of records) {
				const own = shown.filter((row) => row.code === record.Code);
				if (output.has(record.Code) || own.some((row) => isSame(record, row))) continue;
				// What is held back because of a field is named by that.
				const isOfField = own.length > 0 && FIELDS.some((name) => due.named.includes(`'${name}'`));
				if (!isOfField) expect(due.named).toContain(`"${record.Code}"`);
			}
			for (const row of shown) {
				const isDone = listed.has(row.code) || removed.some(({ id }) => id === row.id);
				if (row.active && !isDone) expect(due.named).toContain(`"${row.code}"`);
			}

			if (!night.crashes) ({ asked } = due);
			const isRefused = (code: unknown) =>
				night.refused.some((at) => customers[at]?.code === String(code));
			for (const { record } of due.created) {
				const customer = byCode.get(String(record.Code));
				if (customer && !isRefused(customer.code)) add(customer);
			}
			const contactOf = (id: unknown) => contacts[Number(id)];
			for (const { row, record } of due.updated) {
				const { Code: _, ...fields } = record;
				if (!isRefused(record.Code))
					Object.assign(contactOf(row.input.id) ?? {}, fields, { active: true });
			}
			for (const { id } of removed) Object.assign(contactOf(id) ?? {}, { active: false });
		}
	},
);
