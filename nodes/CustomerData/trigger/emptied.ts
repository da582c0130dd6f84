import type { DataRecord } from '../api/page';
import { TooMany } from '../identity/brake';
import { FEW_RECORDS } from '../parameters/limits';
import { fieldsOfConditions, ONLY_RECORDS } from '../parameters/onlyRecords';
import { OPTIONS } from '../parameters/options';
import { anyOf } from '../read/seenFields';
import { hasContent } from '../values/content';
import type { WatchRequest } from './parameters';
import type { Snapshot, WatchedRead } from './snapshot';

/** The most fields whose values are counted. No table has more columns, but where names are data, there is no end. */
const MOST_FIELDS = 1_000;

/**
 * Counts the values of a record's watched fields: of all that had a value at the last poll, and of some new ones. Whether
 * more than a few records have one makes no difference, so the count ends there, and what n8n stores changes less often.
 */
export function countFilled(filled: Map<string, number>, record: DataRecord): void {
	for (const [field, value] of Object.entries(record)) {
		const count = filled.get(field);
		const isCounted = count === undefined ? filled.size < MOST_FIELDS : count < FEW_RECORDS;
		if (isCounted && hasContent(value)) filled.set(field, (count ?? 0) + 1);
	}
}

/** The watched fields in which records had a value at the last poll, and none has one now. */
export function emptiedIn({ filled }: WatchedRead): string[] {
	return [...filled.keys()].filter((field) => filled.get(field) === 0);
}

/**
 * Refuses conditions on a field in which no record has a value any more, however few had one, because such a condition
 * can let in records that it kept out; and conditions on a field that no record has.
 *
 * @throws TooMany, or UserError for what is probably misspelled
 */
export function checkConditions(
	{ all }: WatchedRead,
	{ filledInAll }: Snapshot,
	{ conditions }: WatchRequest,
): void {
	const fields = fieldsOfConditions(conditions);
	const lost = all.emptiedSince(filledInAll).filter((field) => fields.includes(field));
	if (lost.length > 0) throw lostInConditions(lost);
	all.checkPresent(fields);
}

export function lostInConditions(lost: string[]): TooMany {
	const [field, it, theyAre] = formsFor(lost);
	const lines = lost.length === 1 ? 'its lines' : 'their lines';
	return new TooMany(noValueIn(lost), {
		description: `Nothing was output. The next poll looks again. ${whyEmpty(field, it)} If ${theyAre} empty on purpose, delete ${lines} in '${ONLY_RECORDS}' and publish. Records that are new since the last successful poll are then not output.`,
	});
}

/**
 * Refuses chosen fields that no record ever had, and fields that no record has a value in any more, if more than a few
 * had: a right was taken away, or the vendor renamed the field. A field that a person cleared in the last
 * record that had it is none of these.
 *
 * @throws TooMany, or UserError for what is probably misspelled
 */
export function checkFields(
	list: WatchedRead,
	{ entries, filled, watchedId }: Snapshot,
	request: WatchRequest,
): void {
	const isFirst = watchedId !== request.watchedId || entries.size === 0;
	if (isFirst) list.seen.check(request.watched.fields);
	const lost = emptiedIn(list).filter((field) => Number(filled.get(field)) >= FEW_RECORDS);
	brakeOnEmptied(lost, request);
}

/** @throws TooMany */
export function brakeOnEmptied(
	lost: string[],
	{ watched: { fields } }: Pick<WatchRequest, 'watched'>,
): void {
	if (lost.length === 0) return;
	const [field, it, theyAre] = formsFor(lost);
	const leaveOut =
		fields.length > 0
			? `remove ${it} from '${OPTIONS.fields.displayName}' under 'Options'`
			: `add ${it} to '${OPTIONS.ignoreFields.displayName}' under 'Options' (as an expression if the list lacks ${it})`;
	throw new TooMany(noValueIn(lost), {
		description: `Nothing was output. The next poll looks again. ${whyEmpty(field, it)} If ${theyAre} empty on purpose, ${leaveOut} and publish. Updates since the last successful poll are then not output.`,
	});
}

function formsFor(fields: string[]) {
	const isOne = fields.length === 1;
	return isOne ? (['field', 'it', 'it is'] as const) : (['fields', 'them', 'they are'] as const);
}

function whyEmpty(field: string, it: string): string {
	return `The API key may have lost the right to read the ${field}, or the vendor may have renamed ${it}.`;
}

/** For n8n's log. */
export function notesOnEmptied(emptied: string[]): string[] {
	return emptied.length > 0 ? [noValueIn(emptied)] : [];
}

function noValueIn(fields: string[]): string {
	return `No record has a value any more in ${anyOf(fields)}`;
}
