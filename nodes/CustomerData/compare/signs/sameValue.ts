import type { UserError } from 'n8n-workflow';
import type { DataRecord, JsonValue } from '../../api/page';
import { MOST_HELD, userError } from '../../errors/userError';
import { groupedBy, type Group } from '../../identity/groups';
import { isListed, type IdentifiedRecord } from '../../identity/identity';
import { looseValue, named } from '../../identity/spelling';
import { hasContent } from '../../values/content';
import { isEqual } from '../../values/equality';
import { fieldOf } from '../../values/paths';
import { shown } from '../../values/shown';
import {
	openIn,
	withFate,
	type Compared,
	type CompareStep,
	type Fate,
	type Held,
	type KeyedRecord,
	type Pair,
	type Reason,
} from '../fates';
import { meet, type Meeting } from '../meet';
import { hasKey, valueIn, type Row } from '../rows';
import { otherwiseIdentified } from './alike';
import { onceEach, paired } from './identifier';

/** Rows of which nobody knows whose they are, and records, that have one value in a field, but for its spelling. */
interface SameValue extends Meeting {
	name: string;
	rows: Group<Row>;
	records: IdentifiedRecord[];
	/** Whether others have the value as well, such as those of a pair. */
	isTaken: boolean;
}

/**
 * A row without an identifier and a record without a row are a pair where nothing else in the list and the rows has
 * their value in a field to match by, and they contradict each other in none that counts more. All others that have one
 * value meet: a value that is only spelled alike makes doubt, and an equal one makes a pair.
 */
export const sameValue: CompareStep = (compared) => {
	const { rows, list, fates, field, timeZone, isUnattended, request } = compared;
	const { matchBy: by } = request.options;
	// Where nobody looks, a CRM that returns no identifier at all has lost the field.
	const isLost = isUnattended && !rows.some(hasKey);
	const created = new Set(withFate('created', fates).map(({ record }) => record));
	if (isLost || created.size === 0) return fates;
	const isUnknown = ({ key }: Row) => key === undefined || !isListed(list, key);
	const unknown = new Set(fates.flatMap((one) => openIn(one).rows.filter(isUnknown)));
	const meetings = by.flatMap((name) => meetingsIn(name, compared, unknown));
	const pairs = new Map<Row | DataRecord, Fate & Pair>();
	for (const { name, rows, records, isTaken } of meetings) {
		const [row] = rows;
		const [one] = records;
		const isOnly = rows.length === 1 && records.length === 1 && !isTaken;
		if (!isOnly || one?.key === undefined || !created.has(one.record) || hasKey(row)) continue;
		const { key, record } = one;
		if (pairs.has(row) || pairs.has(record)) continue;
		const counting = by.slice(0, by.indexOf(name) + 1);
		if (!counting.every((other) => agrees(fieldOf(record, other), valueIn(row, other), timeZone)))
			continue;
		// What makes it the record's own is the first thing that differs.
		const others = row.cells.filter((cell) => cell.name !== field);
		const cells = [{ name: field, value: undefined }, ...others];
		const pair = paired({ ...row, key, cells }, record, timeZone);
		pairs.set(row, pair).set(record, pair);
	}
	const left = fates.filter((one) => {
		if (one.fate === 'created') return !pairs.has(one.record);
		return one.fate !== 'leftAlone' || !pairs.has(one.row);
	});
	return meet([...left, ...new Set(pairs.values())], meetings);
};

/** @param unknown rows of which nobody knows whose they are */
function meetingsIn(
	name: string,
	{ rows, list: { records, shared, keyless } }: Compared,
	unknown: ReadonlySet<Row>,
): SameValue[] {
	const byValue = groupedBy(rows, (row) => looseValue(valueIn(row, name)));
	const all = [...records.values(), ...[...shared.values()].flat(), ...keyless];
	return [...groupedBy(all, ({ record }) => looseValue(fieldOf(record, name)))].flatMap(
		([value, found]) => {
			const same = value === '' ? [] : (byValue.get(value) ?? []);
			const [row, ...others] = same.filter((one) => unknown.has(one));
			if (!row) return [];
			const isTaken = same.length > 1 + others.length;
			const hold: Meeting['hold'] = (some, those) => [heldBy(name, some, those)];
			return [{ name, rows: onceEach([row, ...others]), records: found, isTaken, hold }];
		},
	);
}

function heldBy(name: string, rows: Group<Row>, records: KeyedRecord[]): Held {
	const [row] = rows;
	const keys = [...new Set(records.map(({ key }) => key))];
	const under = new Set(rows.flatMap(({ key }) => key ?? []));
	const who = `${named(keys, MOST_HELD)}${under.size > 0 ? ` as ${named([...under])}` : ''}`;
	// Its identifier probably changed.
	if (rows.length === 1 && records.length === 1 && hasKey(row))
		return { fate: 'held', rows, records, reasons: [otherwiseIdentified(who)] };
	const value = JSON.stringify(shown(valueIn(row, name)));
	return { fate: 'held', rows, records, reasons: [unclear(`${value} (${who})`)] };
}

/** Odoo returns false for an empty field. */
function isGiven(value: JsonValue | undefined): boolean {
	return value !== false && hasContent(value);
}

function agrees(own: JsonValue | undefined, value: JsonValue | undefined, timeZone: string) {
	return !isGiven(own) || !isGiven(value) || isEqual(own, value, timeZone);
}

/** @param name a value, with the records that have it, and the identifiers of rows that do */
export function unclear(name: string): Reason {
	return { kind: 'unclear', name, say: areUnclear };
}

function areUnclear(values: string[]): UserError {
	return userError(
		`It is not clear which input items belong to these records: ${named(values, MOST_HELD)}`,
		'Neither these records nor these items were output: several of them have the value, or another value or identifier contradicts it. Find the row of each record in your CRM, and write the identifier of the record into it. If there is none, add one by hand.',
	);
}
