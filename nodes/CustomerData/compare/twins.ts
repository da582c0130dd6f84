import type { DataRecord, JsonValue } from '../api/page';
import { groupedBy } from '../identity/groups';
import { isEqual, isFilled, plainText } from './equality';
import { withFate, type Fate } from './fates';
import type { Row } from './rows';

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
 * Holds back rows without a record that probably are those of records without a row: codes are changed, lost on the
 * way, and written in another form.
 *
 * @param sharing records that share an identifier: that of one of them may have been another one before
 * @param names of the compared fields
 */
export function holdTwins(
	fates: Fate[],
	sharing: KeyedRecord[],
	names: string[],
	timeZone: string,
): Fate[] {
	const missing = [...withFate('removed', fates), ...withFate('missed', fates)];
	const keyless = withFate('leftAlone', fates).filter(({ row }) => row.key === undefined);
	const rowsOf = (some: Array<{ row: Row }>) => some.map(({ row }) => row);
	const created = withFate('created', fates);
	const twins = [
		...twinsIn(rowsOf([...keyless, ...missing]), created, names, timeZone),
		...twinsIn(rowsOf(missing), sharing, names, timeZone),
	];
	const rows = new Set(rowsOf(twins));
	const keys = new Set(twins.map(({ key }) => key));
	const isHeld = (one: Fate) =>
		one.fate === 'created' ? keys.has(one.key) : 'row' in one && rows.has(one.row);
	return [
		...fates.filter((one) => !isHeld(one)),
		...twins.map(({ row, key, record }): Fate => ({ fate: 'held', why: 'twin', row, key, record })),
	];
}

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
		row.fields.map(([name, value]) => ({ row, at: placeOf(name, value) })),
	);
	const byPlace = groupedBy(cells, ({ at }) => at);
	const twins = records.flatMap(({ key, record }) => {
		const filled = names.filter((name) => isFilled(record[name]));
		const found = filled.map((name) => byPlace.get(placeOf(name, record[name])) ?? []);
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
	const byRow = groupedBy(twins, ({ row }) => row).values();
	return [...byRow].filter(({ length }) => length === 1).flat();
}

/** What rows share that may agree in a field. */
function placeOf(name: string, value: JsonValue | undefined): string {
	return JSON.stringify([name, plainText(value).toLowerCase()]);
}
