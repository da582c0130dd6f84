import type { JsonValue } from '../../api/page';
import { MOST_HELD, userError } from '../../errors/userError';
import { groupedBy, type Group } from '../../identity/groups';
import { isListed } from '../../identity/identity';
import { looseKey, named } from '../../identity/spelling';
import { hasContent } from '../../read/fieldPicker';
import type { Compared } from '../comparison';
import { isEqual, plainText } from '../equality';
import { withFate, type Created, type Fate, type Held, type Reason } from '../fates';
import { fieldOf, givenIn, hasKey, type Row } from '../rows';
import type { Rule } from './rule';

type KeyedRecord = Pick<Created, 'key' | 'record'>;

/** A record, and the rows that agree with it, as far as no other record names them. */
interface Twin extends KeyedRecord {
	rows: Group<Row>;
}

/**
 * Rows without a record that probably are those of records without a row: codes are changed, lost on the way, and
 * written in another form. Where several agree with each other, each of them may be the one, so all are held back. Of
 * records that share an identifier, one may have had another one before.
 */
export const twins: Rule = (compared) => {
	const { fates, rows, list } = compared;
	const gone = rows.filter((row) => hasKey(row) && !row.isMarked && !isListed(list, row.key));
	const keyless = givenIn(rows).filter((row) => !hasKey(row));
	if (gone.length + keyless.length === 0) return fates;
	const owned = new Set(rows.map(({ key }) => key));
	for (const { keys = [] } of withFate('held', fates)) for (const key of keys) owned.add(key);
	const free = [...list.records].flatMap(([key, { record }]) =>
		owned.has(key) ? [] : [{ key, record }],
	);
	const sharing = [...list.shared].flatMap(([key, seen]) =>
		seen.map(({ record }) => ({ key, record })),
	);
	const found = [
		...twinsIn([...keyless, ...gone], free, compared),
		...twinsIn(gone, sharing, compared),
	].flatMap((twin): Twin[] => {
		// Another rule names a record with a row whose identifier is only spelled otherwise.
		const [row, ...others] = twin.rows.filter(({ key }) => !isAlike(key, twin.key));
		return row ? [{ ...twin, rows: [row, ...others] }] : [];
	});
	const held = new Set(found.flatMap((twin) => twin.rows));
	const keys = new Set(found.map(({ key }) => key));
	const isHeld = (one: Fate) => {
		if (one.fate === 'created') return keys.has(one.key);
		return one.fate !== 'held' && held.has(one.row);
	};
	return [...fates.filter((one) => !isHeld(one)), ...found.map(heldBack)];
};

function isAlike(key: string | undefined, other: string): boolean {
	return key !== undefined && looseKey(key) === looseKey(other);
}

function heldBack({ rows, key, record }: Twin): Held {
	const keys = new Set(rows.flatMap((row) => row.key ?? []));
	const where = [
		...(keys.size > 0 ? [`as ${named([...keys])}`] : []),
		...(rows.some((row) => !row.key) ? ['without one'] : []),
	];
	const name = `${key} ${where.join(' and ')}`;
	return { fate: 'held', reasons: [areTwins], name, keys: [key], record, row: rows[0] };
}

/** @param pairs records, each with the identifier that its row has */
export const areTwins: Reason = (pairs) =>
	userError(
		`${pairs.length === 1 ? '1 record seems' : `${pairs.length} records seem`} to be in the input under another identifier: ${named(pairs, MOST_HELD)}`,
		'Neither these records nor these items were output. If they are the same, write the identifier of the record into the row in your CRM. If not, add a row for the record by hand.',
	);

/**
 * Finds the rows that agree with a record in every compared field that it has a value in.
 *
 * @param rows those without a record
 * @param records those without a row
 */
function twinsIn(rows: Row[], records: KeyedRecord[], { names, timeZone }: Compared): Twin[] {
	// Where many are alike, one of each kind is compared.
	const kinds = [...groupedBy(rows, ({ cells }) => JSON.stringify(cells)).values()];
	const cells = kinds.flatMap((kind) =>
		kind[0].cells.map(({ name, value }) => ({ kind, at: cellOf(name, value) })),
	);
	const byCell = groupedBy(cells, ({ at }) => at);
	const alike = groupedBy(records, ({ record }) =>
		JSON.stringify(names.map((name) => fieldOf(record, name))),
	);
	return [...alike.values()].flatMap((some) => {
		const [{ record }] = some;
		const filled = names.filter((name) => hasContent(fieldOf(record, name)));
		const [likely = []] = filled
			.map((name) => byCell.get(cellOf(name, fieldOf(record, name))) ?? [])
			.filter(({ length }) => length > 0)
			.sort((one, other) => one.length - other.length);
		const agrees = ([{ cells }]: Group<Row>) =>
			cells.every(
				({ name, value }) =>
					!filled.includes(name) || isEqual(fieldOf(record, name), value, timeZone),
			);
		const likelyKinds = [...new Set(likely.map(({ kind }) => kind))];
		return pairedOff(some, likelyKinds.filter(agrees).flat());
	});
}

/** Each record with a row, and each row with a record; whatever is too many, with the last one. */
function pairedOff(records: KeyedRecord[], rows: Row[]): Twin[] {
	const last = rows.length - 1;
	return records.flatMap((one, index) => {
		const isLast = index === records.length - 1;
		const from = Math.min(index, last);
		const [row, ...others] = rows.slice(from, isLast ? undefined : from + 1);
		return row ? [{ ...one, rows: [row, ...others] }] : [];
	});
}

/** What rows share that may agree in a field. */
function cellOf(name: string, value: JsonValue | undefined): string {
	return JSON.stringify([name, plainText(value).toLowerCase()]);
}
