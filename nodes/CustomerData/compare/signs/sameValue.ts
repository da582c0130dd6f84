import type { UserError } from 'n8n-workflow';
import type { DataRecord, JsonValue } from '../../api/page';
import { MOST_HELD, named, userError } from '../../errors/userError';
import { groupedBy, type Group } from '../../identity/groups';
import { isListed, type IdentifiedRecord } from '../../identity/identity';
import { looseValue } from '../../identity/spelling';
import { isEqual, plainText } from '../../values/equality';
import { fieldOf } from '../../values/paths';
import { shown } from '../../values/shown';
import {
	isIdentified,
	openIn,
	withFate,
	withoutThose,
	type Compared,
	type CompareStep,
	type Fate,
	type Held,
	type KeyedRecord,
	type Reason,
} from '../fates';
import { isAtRisk, meet, type Meeting } from '../meet';
import { hasKey, valueIn, type KeyedRow, type Row } from '../rows';
import { otherwiseIdentified } from './alike';
import { onceEach, paired } from './identifier';
import { saysNothing } from './placeholders';

/**
 * A row without an identifier and a record without a row are a pair where a field to match by is a witness, and nothing
 * contradicts it (`isPair`). The record may be one that the conditions leave out: then its row is to be removed. All
 * others that have one value, but for its spelling, meet.
 */
export const sameValue: CompareStep = (compared) => {
	const { fates, matchBy } = compared;
	const people = openPeopleIn(compared);
	if (people.leftOut.size === 0 && !fates.some(isAtRisk)) return fates;
	const fields = matchBy.map((name) => new SharedValues(name, compared, people));
	const pairs = new Map<Row | DataRecord | undefined, Fate>();
	for (const [nth, field] of fields.entries()) {
		for (const { rows, records } of field.meetings) {
			const [[row], [{ record }]] = [rows, records];
			const one = people.open.get(record);
			if (!one || rows.length > 1 || records.length > 1) continue;
			const witness = { field, counting: fields.slice(0, nth) };
			// No other field pairs them with somebody else, because that one would contradict.
			const pair =
				pairs.get(row) ??
				(isPair(row, record, witness, fields, compared) &&
					pairedWith(row, one, compared, people.leftOut.has(record)));
			if (pair) pairs.set(row, pair).set(record, pair);
		}
	}
	const meetings = fields.flatMap((field) => field.meetings);
	return meet([...withoutThose(pairs, fates), ...new Set(pairs.values())], meetings);
};

/** Of whom it is not known yet whose they are. */
interface People {
	/** Rows without an identifier, or with one that the list has not. */
	unknown: ReadonlySet<Row>;
	/** Records that no row has, wanted or not. */
	open: ReadonlyMap<DataRecord, KeyedRecord>;
	/** Those of them that are not wanted. */
	leftOut: ReadonlySet<DataRecord>;
}

function openPeopleIn({ fates, list, rows, leftOut }: Compared): People {
	const isUnknown = ({ key }: Row) => key === undefined || !isListed(list, key);
	const unknown = new Set(fates.flatMap((one) => openIn(one).rows.filter(isUnknown)));
	const owned = new Set(rows.map(({ key }) => key));
	// Only a row without an identifier can be that of a record that is not wanted.
	const areNeeded = [...unknown].some((row) => !hasKey(row));
	const free = leftOut.filter(isIdentified).filter(({ key }) => areNeeded && !owned.has(key));
	const open = [...withFate('created', fates), ...free];
	return {
		unknown,
		open: new Map(open.map((one) => [one.record, one])),
		leftOut: new Set(free.map(({ record }) => record)),
	};
}

/** Rows and records that have one value. */
interface SameValue extends Meeting {
	rows: Group<Row>;
	records: Group<IdentifiedRecord>;
}

/** Who has which value in a field to match by, in the whole list and the whole input, if it tells people apart. */
class SharedValues {
	readonly meetings: SameValue[];
	private readonly rows: ReadonlyMap<string, Group<Row>>;
	private readonly records: ReadonlyMap<string, Group<IdentifiedRecord>>;

	constructor(
		readonly name: string,
		{ rows, list, leftOut }: Compared,
		private readonly people: People,
	) {
		const all = [...list.records.values(), ...[...list.shared.values()].flat(), ...list.keyless];
		const byRow = groupedBy(rows, (row) => meaningOf(valueIn(row, name)));
		const byRecord = groupedBy([...all, ...leftOut], ({ record }) =>
			meaningOf(fieldOf(record, name)),
		);
		for (const [value, { length }] of byRecord) {
			if (value !== '' && length <= MOST_SHARING) continue;
			byRecord.delete(value);
			byRow.delete(value);
		}
		this.rows = byRow;
		this.records = byRecord;
		this.meetings = [...byRecord].flatMap(([value, found]) => {
			const same = byRow.get(value);
			return same ? this.meetingsOf(same, found) : [];
		});
	}

	/** Whether the value of one of the two is that of somebody else, and not of the other one as well. */
	contradicts(row: Row, record: DataRecord): boolean {
		const records = this.records.get(meaningOf(valueIn(row, this.name)));
		if (records && !records.some((one) => one.record === record)) return true;
		const rows = this.rows.get(meaningOf(fieldOf(record, this.name)));
		if (!rows || rows.includes(row)) return false;
		return rows.some((one) => this.people.unknown.has(one));
	}

	private meetingsOf(same: Group<Row>, records: Group<IdentifiedRecord>): SameValue[] {
		const [row, ...others] = same.filter((one) => this.people.unknown.has(one));
		if (!row) return [];
		const hold: Meeting['hold'] = (some, those) => [heldBy(this.name, some, those)];
		const known = same.filter((one) => !this.people.unknown.has(one));
		return [{ rows: [...onceEach([row, ...others]), ...known], records, hold }];
	}
}

/** A value that more records share, such as the address of a head office, is that of none of them. */
const MOST_SHARING = 4;

/** A long number, such as of a phone. */
const LONG_NUMBER = /^\d{9,}$/;

/** What all spellings of a value share; empty if it identifies nobody. */
function meaningOf(value: JsonValue | undefined): string {
	if (saysNothing(value)) return '';
	const loose = looseValue(value);
	// With the code of the country, and without: +49 89 7654321 and 089 7654321.
	return LONG_NUMBER.test(loose) ? loose.slice(-8) : loose;
}

/** As people write a name. */
function isEqualInCapitals(one: unknown, other: unknown): boolean {
	return plainText(one).toLowerCase() === plainText(other).toLowerCase();
}

/**
 * Whether a row without an identifier is that of a record, of which nobody else has the value in one of the fields:
 * the value is equal but for letter case, and not only spelled alike, and nothing contradicts it: no field that counts
 * more, no other field that is somebody else's, and no mark that the record lacks, because nobody comes back by likeness
 * alone. Where all else differs, or all other fields to match by, it is somebody else, such as a bookkeeper who is named
 * as the contact of his client.
 */
function isPair(
	row: Row,
	record: DataRecord,
	{ field: witness, counting }: { field: SharedValues; counting: SharedValues[] },
	fields: SharedValues[],
	{ timeZone }: Compared,
): boolean {
	if (hasKey(row) || (row.isMarked && !hasMarkOf(row, record, timeZone))) return false;
	const valuesOf = (name: string) => [fieldOf(record, name), valueIn(row, name)] as const;
	const witnesses = valuesOf(witness.name);
	if (!isEqual(...witnesses, timeZone) && !isEqualInCapitals(...witnesses)) return false;
	const agrees = ({ name }: { name: string }) => {
		const values = valuesOf(name);
		const [own, other] = values.map(meaningOf);
		if (own === '' || other === '') return undefined;
		return own === other || isEqual(...values, timeZone);
	};
	if (counting.some((field) => agrees(field) === false)) return false;
	if (fields.some((field) => field.contradicts(row, record))) return false;
	return [fields, row.cells].every((some) => {
		const others = some.filter(({ name }) => name !== witness.name).map(agrees);
		const said = others.filter((one) => one !== undefined);
		return said.length < FEWEST_CONTRADICTING || said.some(Boolean);
	});
}

/** Whether the row is marked because of a field that the record has the same value in. */
function hasMarkOf({ mark }: Row, record: DataRecord, timeZone: string): boolean {
	return mark?.field !== undefined && isEqual(fieldOf(record, mark.field), mark.value, timeZone);
}

/** One value alone may have changed. */
const FEWEST_CONTRADICTING = 2;

function pairedWith(
	row: Row,
	{ key, record }: KeyedRecord,
	request: Compared,
	isLeftOut: boolean,
): Fate {
	const { field, timeZone } = request;
	// What makes it the record's own is the first thing that differs.
	const others = row.cells.filter(({ name }) => name !== field);
	const cells = [{ name: field, value: undefined }, ...others];
	const known: KeyedRow = { ...row, key, cells, isMatched: true };
	return isLeftOut ? { fate: 'removed', row: known } : paired(known, record, timeZone);
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

/** @param name a value, with the records that have it, and the identifiers of rows that do */
export function unclear(name: string): Reason {
	return { name, say: areUnclear };
}

function areUnclear(values: string[]): UserError {
	return userError(
		`It is not clear which contacts belong to these records: ${named(values, MOST_HELD)}`,
		'Neither these records nor these contacts were output: several have the value, or it is only written in a similar way, or another value or identifier belongs to somebody else, or the contact is marked as removed. Find the contact of each record in your CRM, and write the identifier of the record into this contact. If a record has no contact, add one by hand.',
	);
}
