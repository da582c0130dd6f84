import type { DataRecord } from '../api/page';
import { inWords, userError } from '../errors/userError';
import { groupedBy } from '../identity/groups';
import {
	checkIdentifier,
	identify,
	isListed,
	sightingsOf,
	type Identified,
	type IdentifiedRecord,
} from '../identity/identity';
import type { Matcher, ReadResult } from '../read/readRecords';
import { checkFieldsExist } from '../read/seenFields';
import { hasContent } from '../values/content';
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

/** A list that was read whole, of which only some records are wanted. */
export interface WantedRead {
	/** Its records are the wanted ones. */
	result: ReadResult;
	list: Identified;
	/** The records that are not wanted, with a key where no other record has it. */
	leftOut: IdentifiedRecord[];
	/** Conditions that can leave out no record, because no record has a value in their field. */
	emptied: Condition[];
	/** Conditions whose value no record has. */
	unmet: Condition[];
}

/** Whether a field has one of the values that it may have, if any are named, and none of those that it may not. */
export function wantedBy(conditions: Condition[], timeZone: string): Matcher {
	const meant = conditions.map(asMeant);
	const may = meant.filter(({ isNot }) => !isNot);
	const mayNot = meant.filter(({ isNot }) => isNot);
	const choices = [...groupedBy(may, ({ field }) => field).values()];
	return (record) => {
		const isMet = (one: Condition) => isMetBy(record, one, timeZone);
		return choices.every((some) => some.some(isMet)) && !mayNot.some(isMet);
	};
}

function asMeant({ value, ...condition }: Condition): Condition {
	return { ...condition, value: typeof value === 'string' ? meantBy(value.trim()) : value };
}

/** Whether the field has the value that is meant, or a list with it, such as a choice of several. */
function isMetBy(record: DataRecord, { field, value }: Condition, timeZone: string): boolean {
	const own = fieldOf(record, field);
	if (isEqual(own, value, timeZone)) return true;
	return Array.isArray(own) && own.some((one) => isEqual(one, value, timeZone));
}

interface WantedRecords {
	field: string;
	conditions: Condition[];
	timeZone: string;
}

/** Identifies the records that are wanted, as if the others were not in the list; each keeps its place. */
export function identifyWanted(
	result: ReadResult,
	{ field, conditions, timeZone }: WantedRecords,
): WantedRead {
	const isWanted = wantedBy(conditions, timeZone);
	const byWanted = groupedBy(sightingsOf(field, result.records), ({ record }) => isWanted(record));
	const [wanted, others] = [byWanted.get(true) ?? [], byWanted.get(false) ?? []] as const;
	const records = wanted.map(({ record }) => record);
	checkWanted(result.records, records, conditions);
	checkIdentifier(field, records);
	const list = identify(wanted);
	const { records: alone } = identify(others);
	const leftOut = others.map(({ key, ...one }) => {
		const isOwn = key !== undefined && alone.has(key) && !isListed(list, key);
		return { ...one, key: isOwn ? key : undefined };
	});
	const { length } = result.records;
	const isUnmet = (condition: Condition) => {
		const meant = asMeant(condition);
		return length > 0 && !result.records.some((record) => isMetBy(record, meant, timeZone));
	};
	return {
		result: { ...result, records },
		list,
		leftOut,
		emptied: conditions.filter((one) => isEmptied(one, result.records)),
		unmet: conditions.filter(isUnmet),
	};
}

function isEmptied({ field, isNot, value }: Condition, records: DataRecord[]): boolean {
	const isOfNone = !records.some((record) => hasContent(fieldOf(record, field)));
	return isNot && hasContent(value) && records.length > 0 && isOfNone;
}

/** Refuses conditions on a field that no record has, and those that leave nobody. */
export function checkWanted(
	records: DataRecord[],
	wanted: DataRecord[],
	conditions: Condition[],
): void {
	const fields = [...new Set(conditions.map(({ field }) => field))];
	checkFieldsExist(fieldsOfNone(records, fields), records, ONLY);
	const [first] = records;
	if (!first || wanted.length > 0) return;
	const values = fields.map((name) => `'${name}' is ${shownInShort(fieldOf(first, name))}`);
	throw userError(
		`'${ONLY}' would leave out ${records.length === 1 ? 'the only record' : `all ${records.length} records`}`,
		`Nothing was output. Correct the values there: in the first record, ${inWords(values)}.`,
	);
}
