import type { JsonValue } from '../api/page';
import { isToWake, type Columns, type Row } from '../compare/rows';
import { hasContent } from '../values/content';
import { mostIn, type Column } from './column';

/** What a removed value says is not so. */
const OPPOSITES = new Map<string, JsonValue>([
	['false', true],
	['true', false],
	['0', 1],
	['1', 0],
	['no', 'yes'],
	['yes', 'no'],
]);

/** What the removed field holds, as rows hold it. */
export interface Marking {
	column: Column;
	/** In rows that are there; `undefined` where nobody knows, and where a field of the record says it. */
	present: JsonValue | undefined;
	/** In rows that are removed. */
	gone: JsonValue;
}

/** @param presentValue as it was entered; empty for the value that most rows have */
export function markingIn(
	rows: Row[],
	column: Column,
	{ removed, removedValue, fields }: Columns,
	presentValue: string,
): Marking {
	const mostWhere = (isMarked: boolean) => {
		const marks = rows.filter((row) => row.isMarked === isMarked).map(({ mark }) => mark?.value);
		return mostIn(marks.filter(hasContent));
	};
	const gone = mostWhere(true) ?? column.entered(removedValue);
	if (fields.some(({ path }) => path === removed)) return { column, gone, present: undefined };
	if (presentValue !== '') return { column, gone, present: column.entered(presentValue) };
	const opposite = OPPOSITES.get(removedValue.toLowerCase());
	const other = opposite === undefined ? undefined : column.held(opposite);
	return { column, gone, present: mostWhere(false) ?? other };
}

/** Whether an update says that the row is there. A value that is neither empty nor that of removed rows is not ours. */
export function isToMark(row: Row): boolean {
	return isToWake(row) || !hasContent(row.mark?.value);
}
