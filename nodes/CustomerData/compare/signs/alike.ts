import type { UserError } from 'n8n-workflow';
import type { JsonValue } from '../../api/page';
import { MOST_HELD, named, userError } from '../../errors/userError';
import { groupedBy, type Group } from '../../identity/groups';
import { looseValue } from '../../identity/spelling';
import { hasContent } from '../../values/content';
import { isEqual, plainText } from '../../values/equality';
import { fieldOf } from '../../values/paths';
import {
	openIn,
	type Compared,
	type CompareStep,
	type Held,
	type KeyedRecord,
	type Reason,
} from '../fates';
import { meet, type Meeting } from '../meet';
import type { Row } from '../rows';

/**
 * The weakest sign: rows without a record meet the records without a row that agree with them in all compared fields
 * in which the record has a value. Codes are changed, lost on the way, and written in another form.
 */
export const alikeInAll: CompareStep = (compared) => {
	const { fates } = compared;
	const open = fates.map(openIn);
	const rows = open.flatMap((one) => one.rows);
	const records = open.flatMap((one) => one.records);
	return rows.length > 0 ? meet(fates, meetingsOf(rows, records, compared)) : fates;
};

/** Rows that have the same values. */
type RowKind = Group<Row>;

function meetingsOf(rows: Row[], records: KeyedRecord[], { names, timeZone }: Compared): Meeting[] {
	// Where many are alike, one of each kind is compared.
	const kinds = [...groupedBy(rows, ({ cells }) => JSON.stringify(cells)).values()];
	const fields = names.map((name, nth) => {
		const valueOf = ([{ cells }]: RowKind) => cells[nth]?.value;
		return { name, valueOf, kindsWith: finderIn(kinds, valueOf) };
	});
	const valuesOf = ({ record }: KeyedRecord) => names.map((name) => fieldOf(record, name));
	const alike = groupedBy(records, (one) => JSON.stringify(valuesOf(one)));
	return [...alike.values()].flatMap((some): Meeting[] => {
		const filled = fields.flatMap(({ name, ...field }) => {
			const value = fieldOf(some[0].record, name);
			return hasContent(value) ? [{ ...field, value }] : [];
		});
		const likely = filled.map(({ value, kindsWith }) => kindsWith(value));
		const [fewest] = likely.sort((one, other) => sizeOf(one) - sizeOf(other));
		if (!fewest) return [];
		const agrees = (kind: RowKind) =>
			filled.every(({ value, valueOf }) => isEqual(value, valueOf(kind), timeZone));
		return [{ rows: fewest.flat().filter(agrees).flat(), records: some, hold: heldInPairs }];
	});
}

/**
 * Finds the few rows that may have a value in one field, so that a record is not compared with everybody of its town: at
 * least all that have an equal value, in lists.
 */
function finderIn(
	kinds: RowKind[],
	valueOf: (kind: RowKind) => JsonValue | undefined,
): (value: JsonValue | undefined) => RowKind[][] {
	const byValue = groupedBy(kinds, (kind) => indexedAs(valueOf(kind)));
	return (value) => {
		const index = indexedAs(value);
		// Few records have nothing but lists and dates.
		if (index === undefined) return [kinds];
		return [index, undefined].map((one) => byValue.get(one) ?? []);
	};
}

function sizeOf(lists: RowKind[][]): number {
	return lists.reduce((sum, { length }) => sum + length, 0);
}

/** What equal values share; `undefined` for a list, an object, the JSON of one, or a date, which has many forms. */
function indexedAs(value: JsonValue | undefined): string | undefined {
	const isOdd = /^(?:[[{]|\d{4}-\d\d-\d\d)/.test(plainText(value));
	return isOdd ? undefined : looseValue(value);
}

/** Each record with a row, and each row with a record; whatever is too many, with the last one. */
function heldInPairs(rows: Group<Row>, records: KeyedRecord[]): Held[] {
	const last = rows.length - 1;
	return records.map((one, index) => {
		const isLast = index === records.length - 1;
		const from = Math.min(index, last);
		return heldAs(one, rows.slice(from, isLast ? undefined : from + 1));
	});
}

function heldAs(one: KeyedRecord, rows: Row[]): Held {
	const keys = new Set(rows.flatMap(({ key }) => key ?? []));
	const where = [
		...(keys.size > 0 ? [`as ${named([...keys])}`] : []),
		...(rows.some(({ key }) => key === undefined) ? ['without one'] : []),
	];
	const reasons = [otherwiseIdentified(`${one.key} ${where.join(' and ')}`)];
	return { fate: 'held', rows, records: [one], reasons };
}

/** @param name a record, and the identifier that its row has */
export function otherwiseIdentified(name: string): Reason {
	return { name, say: areOtherwiseIdentified };
}

function areOtherwiseIdentified(pairs: string[]): UserError {
	return userError(
		`${pairs.length === 1 ? '1 record seems' : `${pairs.length} records seem`} to be in your CRM under another identifier: ${named(pairs, MOST_HELD)}`,
		'Neither these records nor these contacts were output. If they are the same, write the identifier of the record into the contact. If not, add a contact for the record by hand.',
	);
}
