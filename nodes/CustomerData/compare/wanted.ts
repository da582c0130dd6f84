import type { DataRecord } from '../api/page';
import type { Words } from '../errors/nodeErrors';
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
import { named } from '../identity/spelling';
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
	/** Conditions that left records out, if their field had a value in any record. */
	emptied: Condition[];
	/** Conditions whose value no record has. */
	unmet: Condition[];
}

/** Whether a field has one of the values that it may have, if any are named, and none of those that it may not. */
export function wantedBy(conditions: Condition[], timeZone: string): Matcher {
	const may = conditions.filter(({ isNot }) => !isNot);
	const mayNot = conditions.filter(({ isNot }) => isNot);
	const choices = [...groupedBy(may, ({ field }) => field).values()];
	return (record) => {
		const isMet = (one: Condition) => isMetBy(record, one, timeZone);
		return choices.every((some) => some.some(isMet)) && !mayNot.some(isMet);
	};
}

/** Whether the field has the value, or a list with it, such as a choice of several. */
function isMetBy(record: DataRecord, { field, value }: Condition, timeZone: string): boolean {
	const meant = typeof value === 'string' ? meantBy(value.trim()) : value;
	const own = fieldOf(record, field);
	if (isEqual(own, meant, timeZone)) return true;
	return Array.isArray(own) && own.some((one) => isEqual(one, meant, timeZone));
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
	const isUnmet = (one: Condition) =>
		length > 0 && !result.records.some((record) => isMetBy(record, one, timeZone));
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

/** What to say of conditions whose value no record has: it may be written in another way, such as "nl" for "NL". */
export function unmetConditions(unmet: Condition[], records: DataRecord[]): Words[] {
	return unmet.map(({ field, value }) => {
		const seen = new Set(records.map((record) => shownInShort(fieldOf(record, field))));
		return {
			message: `No record has the value '${shownInShort(value)}' in '${field}'`,
			description: `Check '${ONLY}': the records that were compared have ${named([...seen])} there.`,
		};
	});
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
