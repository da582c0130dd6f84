import type { JsonValue } from '../../api/page';
import { groupedBy } from '../../identity/groups';
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
	const cells = rows
		.filter(({ key }) => key === undefined)
		.flatMap((row) => row.fields.map(([name, value]) => ({ row, at: placeOf(name, value) })));
	const byPlace = groupedBy(cells, ({ at }) => at);
	const twins = created.flatMap((one) => {
		const { record } = one;
		const isFilled = (name: string) => plainText(record[name]) !== '';
		const first = names.find(isFilled);
		const likely = (first !== undefined && byPlace.get(placeOf(first, record[first]))) || [];
		const agrees = ({ row: { fields } }: { row: Row }) =>
			fields.every(([name, value]) => !isFilled(name) || isEqual(record[name], value, timeZone));
		if (likely.length > COMMON) return [];
		return likely.filter(agrees).map(({ row }) => ({ row, created: one }));
	});
	const byRow = groupedBy(twins, ({ row }) => row).values();
	return [...byRow].filter(({ length }) => length === 1).flat();
}

/** What rows share that may agree in a field. */
function placeOf(name: string, value: JsonValue | undefined): string {
	return JSON.stringify([name, plainText(value).toLowerCase()]);
}
