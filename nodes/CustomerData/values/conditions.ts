import type { UserError } from 'n8n-workflow';
import type { DataRecord } from '../api/page';
import { inWords, userError } from '../errors/userError';
import { fieldsOfConditions, ONLY_RECORDS, type Condition } from '../parameters/onlyRecords';
import { isEqual } from './equality';
import { fieldOf } from './paths';
import { shownInShort } from './shown';

/** Whether a field has one of the values that it may have, if any are named, and none of those that it may not. */
export function wantedBy(
	conditions: readonly Condition[],
	timeZone: string,
): (record: DataRecord) => boolean {
	const meant = conditions.map(asMeant);
	const may = meant.filter(({ isNot }) => !isNot);
	const mayNot = meant.filter(({ isNot }) => isNot);
	const choices = fieldsOfConditions(may).map((name) => may.filter(({ field }) => field === name));
	return (record) => {
		const isMet = (one: Condition) => isMetBy(record, one, timeZone);
		return choices.every((some) => some.some(isMet)) && !mayNot.some(isMet);
	};
}

/** Whether the field has the value that is entered, whatever the condition says of it. */
export function hasValueOf(record: DataRecord, condition: Condition, timeZone: string): boolean {
	return isMetBy(record, asMeant(condition), timeZone);
}

function asMeant({ value, ...condition }: Condition): Condition {
	return { ...condition, value: typeof value === 'string' ? meantBy(value.trim()) : value };
}

/** What somebody means who enters this: true and false are flags, however a system writes them. */
export function meantBy(entered: string): boolean | string {
	const isTrue = /^true$/i.test(entered);
	return isTrue || /^false$/i.test(entered) ? isTrue : entered;
}

/** Whether the field has the value that is meant, or a list with it, such as a choice of several. */
function isMetBy(record: DataRecord, { field, value }: Condition, timeZone: string): boolean {
	const own = fieldOf(record, field);
	if (isEqual(own, value, timeZone)) return true;
	return Array.isArray(own) && own.some((one) => isEqual(one, value, timeZone));
}

/** What the record has in the fields of the conditions, in words. */
export function valuesInWords(record: DataRecord, conditions: readonly Condition[]): string {
	const fields = fieldsOfConditions(conditions);
	return inWords(fields.map((name) => `'${name}' is ${shownInShort(fieldOf(record, name))}`));
}

export function allOf(count: number): string {
	return count === 1 ? 'the only record' : `all ${count} records`;
}

/** @param first of so many records, none of which is wanted */
export function noneWanted(
	first: DataRecord,
	count: number,
	conditions: readonly Condition[],
): UserError {
	return userError(
		`'${ONLY_RECORDS}' would leave out ${allOf(count)}`,
		`Nothing was output. Correct the values there: in the first record, ${valuesInWords(first, conditions)}.`,
	);
}
