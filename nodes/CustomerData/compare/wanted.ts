import type { DataRecord } from '../api/page';
import { inWords, userError } from '../errors/userError';
import { groupedBy } from '../identity/groups';
import { identifyBy, type IdentifiedRead } from '../identity/identity';
import { FieldPicker } from '../read/fieldPicker';
import type { Matcher, ReadResult } from '../read/readRecords';
import { isEqual } from '../values/equality';
import { fieldOf, fieldsOfNone } from '../values/paths';
import { shownInShort } from '../values/shown';
import { onlyRecordsProperty } from './properties';
import { meantBy } from './rows';

/** On the records that the other system should have. */
export interface Condition {
	/** A name, or a path. */
	field: string;
	isNot: boolean;
	/** As it was entered; empty for none. */
	value: unknown;
}

const ONLY = onlyRecordsProperty.displayName;
export const LEFT_OUT = `Those that '${ONLY}' leaves out count as not in the list.`;

/** Whether a field has one of the values that it may have, if any are named, and none of those that it may not. */
export function wantedBy(conditions: Condition[], timeZone: string): Matcher {
	const meant = conditions.map(({ value, ...condition }): Condition => {
		return { ...condition, value: typeof value === 'string' ? meantBy(value.trim()) : value };
	});
	const may = meant.filter(({ isNot }) => !isNot);
	const mayNot = meant.filter(({ isNot }) => isNot);
	const choices = [...groupedBy(may, ({ field }) => field).values()];
	return (record) => {
		const isMet = ({ field, value }: Condition) => isEqual(fieldOf(record, field), value, timeZone);
		return choices.every((some) => some.some(isMet)) && !mayNot.some(isMet);
	};
}

interface WantedRecords {
	field: string;
	conditions: Condition[];
	timeZone: string;
}

/** Identifies those that are wanted, as if the others were not in the list; each keeps its place. */
export function identifyWanted(
	result: ReadResult,
	{ field, conditions, timeZone }: WantedRecords,
): IdentifiedRead {
	const { records } = result;
	const isWanted = wantedBy(conditions, timeZone);
	const wanted = records.filter(isWanted);
	checkWanted(records, wanted, conditions);
	const list = identifyBy(field, records, isWanted);
	return { result: { ...result, records: wanted }, list };
}

/** Refuses conditions on a field that no record has, and those that leave nobody. */
export function checkWanted(
	records: DataRecord[],
	wanted: DataRecord[],
	conditions: Condition[],
): void {
	const fields = [...new Set(conditions.map(({ field }) => field))];
	new FieldPicker(fieldsOfNone(records, fields), { parameter: ONLY }).checkAll(records);
	const [first] = records;
	if (!first || wanted.length > 0) return;
	const values = fields.map((name) => `'${name}' is ${shownInShort(fieldOf(first, name))}`);
	throw userError(
		`'${ONLY}' would leave out ${records.length === 1 ? 'the only record' : `all ${records.length} records`}`,
		`Nothing was output. Correct the values there: in the first record, ${inWords(values)}.`,
	);
}
