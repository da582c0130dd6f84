import assert from 'node:assert/strict';
import type { Row } from '../../../harness/n8n/rest.mts';
import { FIELDS } from '../../../harness/workflow/rows.mts';
import type { DataRecord } from '../../../service/records.mts';
import { isNumber, type Boxes } from '../../source/crm.mts';
import { columnsOf, matchedAlsoBy, updatable } from '../../source/draw.mts';
import type { Contacts, Write } from './contacts.mts';
import type { StandIn } from './standIn.mts';

/** What a CRM holds, and should hold, by the columns of the examples; both as text. */
export class Rows {
	constructor(
		private readonly crm: Boxes,
		private readonly standIn: StandIn,
		private readonly contacts: Contacts,
	) {}

	/** A customer as the CRM should show it. */
	expected(customer: DataRecord, mark: keyof StandIn['marks']): Row {
		return this.texts(customer, (column) => FIELDS[column] ?? '', this.standIn.marks[mark]);
	}

	/** A customer as somebody enters it. */
	byHand(customer: DataRecord): Row {
		const values = columnsOf(this.crm).map(([column]) => {
			const value = customer[FIELDS[column] ?? ''];
			return [this.field(column), isNumber(column) ? value : textOf(value)];
		});
		return { ...Object.fromEntries(values), ...this.standIn.marks.active };
	}

	/** All records but one. */
	foundBeside(other: string): Row[] {
		const records = [...this.contacts.records].filter(([id]) => id !== other);
		return records.map(([, row]) => this.texts(row, (column) => this.field(column), row));
	}

	/** The record of a customer. */
	of(key: string): Row {
		const name = this.field(this.crm.matchedBy);
		const found = [...this.contacts.records.values()].find((row) => textOf(row[name]) === key);
		return found ?? assert.fail(`Nobody has ${key}`);
	}

	/** The CRM's own name of the field for a column. */
	field(column: string): string {
		const fields = Object.entries(this.standIn.fields);
		const [name] = fields.find(([, { holds }]) => holds === column) ?? [];
		return name ?? assert.fail(`No field for ${column}`);
	}

	/** @throws unless nothing but boxes of the drawing was sent: in an update all of them, or those that mark a removed one */
	assertDrawn({ id, isNew, values }: Write): void {
		const all = [...this.fieldsOf(columnsOf(this.crm)), ...this.marks];
		const sent = Object.keys(values).toSorted();
		const more = sent.filter((name) => !all.includes(name));
		assert.deepEqual(more, [], 'More was sent than was drawn');
		const linked = matchedAlsoBy(this.crm).length > 0 ? [this.field('code')] : [];
		const marking = [...linked, ...this.marks].toSorted();
		if (isNew || this.standIn.rewritesAll || sent.join() === marking.join()) return;
		const updated = [...this.fieldsOf(updatable(this.crm)), ...this.marks];
		const { saves } = this.crm;
		const needless =
			saves && updated.filter((name) => !sent.includes(name) && this.isAsMeant(id, name));
		const expected = updated.filter((name) => !needless?.includes(name)).toSorted();
		assert.deepEqual(sent, expected, 'An update sent other boxes than were drawn');
	}

	/** Whether the row of a customer needs nothing in a field: it is empty, or says that the customer is there. */
	private isAsMeant(id: string, name: string): boolean {
		const value = this.contacts.get(id).values[name];
		const { active } = this.standIn.marks;
		return name in active ? value === active[name] : textOf(value) === '';
	}

	private get marks(): string[] {
		return Object.keys(this.standIn.marks.active).toSorted();
	}

	private texts(row: Row, nameOf: (column: string) => string, marked: Row): Row {
		const texts = columnsOf(this.crm).map(([column]) => [column, textOf(row[nameOf(column)])]);
		const marks = this.marks.map((name) => [name, marked[name]]);
		return { ...Object.fromEntries(texts), marked: Object.fromEntries(marks) };
	}

	private fieldsOf(columns: Array<[string, string]>): string[] {
		return columns.map(([column]) => this.field(column));
	}
}

/** In an order that does not depend on when they were written. */
export function sorted(rows: Row[]): Row[] {
	const texts = new Map(rows.map((row) => [row, JSON.stringify(row)]));
	return rows.toSorted((one, other) =>
		(texts.get(one) ?? '').localeCompare(texts.get(other) ?? ''),
	);
}

function textOf(value: unknown): string {
	return value === null || value === undefined ? '' : String(value);
}
