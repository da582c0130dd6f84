import type { Differences } from './differences';
import { isEqual, plainText } from './equality';
import type { Row } from './rows';

type Created = Differences['created'][number];

/** So many rows with the same value say nothing of any of them. */
const COMMON = 100;

/** A row without an identifier that agrees with one record alone. */
export interface Twin {
	row: Row;
	created: Created;
}

/**
 * Finds rows without an identifier that are probably the row of a record to be created: they agree in every compared
 * field that the record has a value in, and with no other of these records.
 *
 * @param created the records that no row has
 * @param names of the compared fields
 */
export function twinsIn(
	created: Created[],
	rows: Row[],
	names: string[],
	timeZone: string,
): Twin[] {
	const keyless = rows.filter(({ key }) => key === undefined);
	if (keyless.length === 0 || names.length === 0) return [];
	const index = indexOf(keyless);
	const recordsOf = new Map<Row, Created[]>();
	for (const seen of created) {
		const filled = names.filter((name) => plainText(seen.record[name]) !== '');
		const [first] = filled;
		if (first === undefined) continue;
		const likely = index.get(first)?.get(plainText(seen.record[first]).toLowerCase()) ?? [];
		if (likely.length > COMMON) continue;
		for (const row of likely) {
			const values = new Map(row.fields);
			if (!filled.every((name) => isEqual(seen.record[name], values.get(name), timeZone))) continue;
			recordsOf.set(row, [...(recordsOf.get(row) ?? []), seen]);
		}
	}
	return [...recordsOf].flatMap(([row, all]) =>
		all.length === 1 ? all.map((created) => ({ row, created })) : [],
	);
}

/** Rows by the name of a field, and its text. */
function indexOf(rows: Row[]): Map<string, Map<string, Row[]>> {
	const index = new Map<string, Map<string, Row[]>>();
	for (const row of rows) {
		for (const [name, value] of row.fields) {
			const byText = index.get(name) ?? new Map<string, Row[]>();
			const text = plainText(value).toLowerCase();
			const same = byText.get(text);
			if (same) same.push(row);
			else byText.set(text, [row]);
			index.set(name, byText);
		}
	}
	return index;
}
