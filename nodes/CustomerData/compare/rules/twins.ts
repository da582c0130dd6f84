import type { DataRecord, JsonValue } from '../../api/page';
import { MOST_HELD, userError } from '../../errors/userError';
import { groupedBy } from '../../identity/groups';
import { named } from '../../identity/spelling';
import { isEqual, isFilled, plainText } from '../equality';
import { withFate, type Fate, type Held, type Reason } from '../fates';
import type { Row } from '../rows';
import type { Rule } from './rule';

/** So many rows with the same value say nothing of any of them. */
const COMMON = 100;

interface KeyedRecord {
	key: string;
	record: DataRecord;
}

/** A row, and the one record that it agrees with. */
interface Twin extends KeyedRecord {
	row: Row;
}

/**
 * Rows without a record that probably are those of records without a row: codes are changed, lost on the way, and
 * written in another form. Of records that share an identifier, one may have had another one before.
 */
export const twins: Rule = (fates, { list, names, timeZone }) => {
	const missing = [...withFate('removed', fates), ...withFate('missed', fates)].map(ownRow);
	const keyless = withFate('leftAlone', fates)
		.map(ownRow)
		.filter(({ key }) => key === undefined);
	const sharing = [...list.shared].flatMap(([key, seen]) =>
		seen.map(({ record }) => ({ key, record })),
	);
	const found = [
		...twinsIn([...keyless, ...missing], withFate('created', fates), names, timeZone),
		...twinsIn(missing, sharing, names, timeZone),
	];
	const rows = new Set(found.map(ownRow));
	const keys = new Set(found.map(({ key }) => key));
	const isHeld = (one: Fate) =>
		one.fate === 'created' ? keys.has(one.key) : 'row' in one && one.row && rows.has(one.row);
	return [...fates.filter((one) => !isHeld(one)), ...found.map(heldBack)];
};

const ownRow = ({ row }: { row: Row }) => row;

function heldBack({ row, key, record }: Twin): Held {
	const name = `${key} ${row.key ? `as ${row.key}` : 'without one'}`;
	return { fate: 'held', reasons: [areTwins], name, row, key, record };
}

/** @param pairs records, each with the identifier that its row has */
export const areTwins: Reason = (pairs) =>
	userError(
		`${pairs.length === 1 ? '1 record seems' : `${pairs.length} records seem`} to be in the input under another identifier: ${named(pairs, MOST_HELD)}`,
		'Neither these records nor these items were output. If they are the same, write the identifier of the record into the row in your CRM. If not, add a row for the record by hand.',
	);

/**
 * Finds the rows that agree with one record alone, in every compared field that this record has a value in.
 *
 * @param rows those without a record
 * @param records those without a row
 */
export function twinsIn(
	rows: Row[],
	records: KeyedRecord[],
	names: string[],
	timeZone: string,
): Twin[] {
	const cells = rows.flatMap((row) =>
		row.fields.map(([name, value]) => ({ row, at: cellOf(name, value) })),
	);
	const byCell = groupedBy(cells, ({ at }) => at);
	const agreeing = records.flatMap(({ key, record }) => {
		const filled = names.filter((name) => isFilled(record[name]));
		const found = filled.map((name) => byCell.get(cellOf(name, record[name])) ?? []);
		const [likely = []] = found
			.filter(({ length }) => length > 0)
			.sort((some, others) => some.length - others.length);
		const agrees = ({ row: { fields } }: { row: Row }) =>
			fields.every(
				([name, value]) => !filled.includes(name) || isEqual(record[name], value, timeZone),
			);
		if (likely.length > COMMON) return [];
		return likely.filter(agrees).map(({ row }) => ({ row, key, record }));
	});
	const byRow = groupedBy(agreeing, ownRow).values();
	return [...byRow].filter(({ length }) => length === 1).flat();
}

/** What rows share that may agree in a field. */
function cellOf(name: string, value: JsonValue | undefined): string {
	return JSON.stringify([name, plainText(value).toLowerCase()]);
}
