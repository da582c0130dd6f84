import type { JsonValue } from '../api/page';
import { MOST_HELD, userError } from '../errors/userError';
import { groupedBy, type Group } from '../identity/groups';
import type { IdentifiedRecord } from '../identity/identity';
import { looseKey, named } from '../identity/spelling';
import { hasContent } from '../read/fieldPicker';
import type { Compared } from './comparison';
import { shown } from './differences';
import { isEqual, plainText } from './equality';
import { withFate, type Fate, type Held, type Pair, type Reason } from './fates';
import { onceEach, paired } from './match';
import { fieldOf, hasKey, type Row } from './rows';
import { areTwins } from './rules/twins';

/** Rows and records that have one value in a field, but for its spelling. */
interface Meeting {
	name: string;
	rows: Group<Row>;
	records: Group<IdentifiedRecord>;
}

/**
 * By 'Match Also by', gives a row without an identifier that of a record without a row, where nothing else in the list and the rows has
 * their value in a field, and they contradict each other in none that counts more. Whatever else meets in such a value
 * is held back: a value that is only spelled alike makes doubt, and an equal one makes a pair.
 */
export function matchBy(compared: Compared): Compared {
	const { rows, fates, field, timeZone, isUnattended, request } = compared;
	const { matchBy: by } = request.options;
	// Where nobody looks, a CRM that returns no identifier at all has lost the field.
	const isLost = isUnattended && !rows.some(hasKey);
	if (isLost || withFate('created', fates).length === 0) return compared;
	const alone = new Set<unknown>(fates.flatMap(aloneIn));
	const meetings = by.flatMap((name) => meetingsIn(name, compared, alone));
	/** By the row, and by the key of the record. */
	const pairs = new Map<unknown, Fate & Pair>();
	const isFree = (one: unknown) => alone.has(one) && !pairs.has(one);
	for (const { name, rows, records } of meetings) {
		const [[row], [{ key, record }]] = [rows, records];
		const isOnly = rows.length === 1 && records.length === 1;
		if (!isOnly || key === undefined || hasKey(row) || !isFree(row) || !isFree(key)) continue;
		const counting = by.slice(0, by.indexOf(name) + 1);
		if (!counting.every((one) => agrees(fieldOf(record, one), valueIn(row, one), timeZone)))
			continue;
		// What makes it the record's own is the first thing that differs.
		const others = row.cells.filter((cell) => cell.name !== field);
		const cells = [{ name: field, value: undefined }, ...others];
		const pair = paired({ ...row, key, cells }, record, timeZone);
		pairs.set(row, pair).set(key, pair);
	}
	const gone = new Set<unknown>(pairs.keys());
	const held = meetings.flatMap(({ name, rows, records }): Held[] => {
		const [row, ...others] = rows.filter(isFree);
		const keys = records.flatMap(({ key }) => (key !== undefined && isFree(key) ? [key] : []));
		if (!row || keys.length === 0) return [];
		const met = [row, ...others, ...keys];
		// Another value has named them all.
		if (met.every((one) => gone.has(one))) return [];
		for (const one of met) gone.add(one);
		return [heldBy(name, [row, ...others], keys)];
	});
	return {
		...compared,
		rows: rows.map((row) => pairs.get(row)?.row ?? row),
		fates: [
			...fates.filter((one) => !gone.has(one.fate === 'created' ? one.key : one.row)),
			...new Set(pairs.values()),
			...held,
		],
	};
}

/** @param rows that are alone, as the records with these keys are, and meet them in this field */
function heldBy(name: string, rows: Group<Row>, keys: string[]): Held {
	const [row] = rows;
	const under = new Set(rows.flatMap(({ key }) => key ?? []));
	const who = `${named(keys)}${under.size > 0 ? ` as ${named([...under])}` : ''}`;
	const isOne = rows.length === 1 && keys.length === 1;
	// Its identifier probably changed.
	if (isOne && hasKey(row)) return { fate: 'held', reasons: [areTwins], name: who, row, keys };
	const value = JSON.stringify(shown(valueIn(row, name)));
	return { fate: 'held', reasons: [areUnclear], name: `${value} (${who})`, row, keys };
}

/** A row without an identifier, or whose record is gone, and the key of a record without a row. */
function aloneIn(one: Fate): unknown[] {
	if (one.fate === 'created') return [one.key];
	const isGone = one.fate === 'removed' || one.fate === 'missed';
	return isGone || (one.fate === 'leftAlone' && !hasKey(one.row)) ? [one.row] : [];
}

/** Those of rows that are alone, with all that they meet. */
function meetingsIn(
	name: string,
	{ rows, list: { records, shared, keyless } }: Compared,
	alone: ReadonlySet<unknown>,
): Meeting[] {
	const byValue = groupedBy(rows, (row) => looseValue(valueIn(row, name)));
	const all = [...records.values(), ...[...shared.values()].flat(), ...keyless];
	return [...groupedBy(all, ({ record }) => looseValue(fieldOf(record, name)))].flatMap(
		([value, found]) => {
			const same = value === '' ? [] : (byValue.get(value) ?? []);
			const [row, ...others] = same.filter((one) => alone.has(one));
			if (!row) return [];
			const owned = same.filter((one) => !alone.has(one));
			return [{ name, rows: [...onceEach([row, ...others]), ...owned], records: found }];
		},
	);
}

function looseValue(value: JsonValue | undefined): string {
	return isGiven(value) ? looseKey(JSON.stringify(plainText(value))) : '';
}

/** Odoo returns false for an empty field. */
function isGiven(value: JsonValue | undefined): boolean {
	return value !== false && hasContent(value);
}

function valueIn({ cells }: Row, name: string): JsonValue | undefined {
	return cells.find((cell) => cell.name === name)?.value;
}

function agrees(own: JsonValue | undefined, value: JsonValue | undefined, timeZone: string) {
	return !isGiven(own) || !isGiven(value) || isEqual(own, value, timeZone);
}

/** @param values each with the records that have it, and the identifiers of rows that do */
export const areUnclear: Reason = (values) =>
	userError(
		`It is not clear which input items belong to these records: ${named(values, MOST_HELD)}`,
		'Neither these records nor these items were output: several of them have the value, or another value or identifier contradicts it. Find the row of each record in your CRM, and write the identifier of the record into it. If there is none, add one by hand.',
	);
