import type { DataRecord, JsonValue } from '../../api/page';
import { groupedBy } from '../../identity/groups';
import { isEqual, isFilled, plainText } from './equality';
import type { Row } from './rows';

/** So many rows with the same value say nothing of any of them. */
const COMMON = 100;

export interface KeyedRecord {
	key: string;
	record: DataRecord;
}

/** A row, and the one record that it agrees with. */
export interface Twin<Of extends Row = Row> extends KeyedRecord {
	row: Of;
}

/**
 * Finds the records that rows without one probably are: they agree in every compared field that the record has a value
 * in, and with no other of these records. Codes are changed, lost on the way, and written in another form.
 *
 * @param rows those without a record
 * @param records those without a row
 * @param names of the compared fields
 */
export function twinsIn<Of extends Row>(
	rows: Of[],
	records: KeyedRecord[],
	names: string[],
	timeZone: string,
): Array<Twin<Of>> {
	const cells = rows.flatMap((row) =>
		row.fields.map(([name, value]) => ({ row, at: placeOf(name, value) })),
	);
	const byPlace = groupedBy(cells, ({ at }) => at);
	const twins = records.flatMap((one) => {
		const { record } = one;
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
		return likely.filter(agrees).map(({ row }) => ({ ...one, row }));
	});
	const byRow = groupedBy(twins, ({ row }) => row).values();
	return [...byRow].filter(({ length }) => length === 1).flat();
}

/** What rows share that may agree in a field. */
function placeOf(name: string, value: JsonValue | undefined): string {
	return JSON.stringify([name, plainText(value).toLowerCase()]);
}
