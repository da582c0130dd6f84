import { shortHash } from '../api/hash';
import type { DataRecord } from '../api/page';
import { canonical, identify, textKeyOf } from '../identity/identity';
import { doubtIn } from '../identity/missing';
import { checkLeftOut, missingKey, sharedKey } from '../identity/unidentified';
import type { Continuation } from '../paging/pagingOptions';
import { IDENTIFIER } from '../parameters/list';
import { fieldsOfConditions } from '../parameters/onlyRecords';
import { FieldPicker } from '../read/fieldPicker';
import type { ReadStats } from '../read/readRecords';
import { SeenFields } from '../read/seenFields';
import { wantedBy } from '../values/conditions';
import { eventOf } from './changes';
import { countFilled } from './emptied';
import { JudgedList } from './judgedList';
import type { WatchedFields, WatchRequest } from './parameters';
import { isSameChoice, type Snapshot, type WatchedRead, type WatchedRecord } from './snapshot';

/** Reads the list from its start to its end, each time it is called. */
export type PageSource = () => AsyncIterable<Continuation>;

/**
 * Reads the list whole and identifies its records; a second time where two share a key that has to be unique.
 *
 * @param stats what the pages count
 */
export async function readWatchedList(
	pages: PageSource,
	stats: Pick<ReadStats, 'lacksOverlap' | 'repeats'>,
	known: Snapshot,
	request: WatchRequest,
): Promise<WatchedRead> {
	let list = await readOnce(pages, known, request);
	const { shared } = list;
	if (shared.size > 0 && request.unidentified === 'error') {
		// A record that others edit and move can be read in both places. Two records are still there as they were.
		list = await readOnce(pages, known, request);
		for (const [key, [one, other]] of list.shared) {
			const before = new Set(shared.get(key)?.map(({ wholeHash }) => wholeHash));
			if (!before.has(one.wholeHash) || !before.has(other.wholeHash)) continue;
			throw sharedKey(request.keyField, key, [one.offset, other.offset], LEAVE_OUT);
		}
	}
	if (request.unidentified === 'leaveOut') {
		checkLeftOut(list, request.keyField);
	}
	return { ...list, doubt: doubtIn(list.keyless.length > 0, stats) };
}

async function readOnce(pages: PageSource, known: Snapshot, request: WatchRequest) {
	const { conditions, emptyAsNull, emitExisting, keyField, timeZone, unidentified } = request;
	const { fields, ignored } = request.watched;
	const picker = new FieldPicker(fields, { emptyAsNull, identifier: keyField });
	const seen = new SeenFields();
	const seenWithoutKey = new SeenFields();
	const partOf = watchedPart(request.watched);
	const isSame = isSameChoice(known, request);
	// Other records may have no value in a field, so they are counted anew.
	const before = isSame ? partOf(Object.fromEntries(known.filled)) : {};
	const filled = new Map(Object.keys(before).map((field) => [field, 0]));
	const wholeHashOf = hasherFor({ fields: [], ignored });
	const isWanted = wantedBy(conditions, timeZone);
	const wasWanted = wantedBy(known.conditions, timeZone);
	const all = new JudgedList(fieldsOfConditions([...conditions, ...known.conditions]));
	/** By their places in the list, `undefined` for a record that is not wanted. */
	const found: Array<WatchedRecord | undefined> = [];

	function see(record: DataRecord, offset: number): WatchedRecord | undefined {
		all.notice(record);
		if (!isWanted(record)) return undefined;
		if (fields.length > 0) seen.notice(record);
		const key = textKeyOf(record[keyField]);
		if (key === undefined && unidentified === 'error')
			throw missingKey(keyField, offset, record, LEAVE_OUT);
		if (key === undefined) seenWithoutKey.notice(record);
		const part = partOf(record);
		countFilled(filled, part);
		const hash = hashOf(part);
		const wholeHash = fields.length > 0 ? wholeHashOf(record) : hash;
		const comesIn = !isSame && !wasWanted(record);
		const event = key && eventOf(key, hash, known, request, comesIn);
		const sighting = { key, wholeHash, offset, entry: { hash } };
		return event ? { ...sighting, event, record: picker.pick(record) } : sighting;
	}

	for await (const { kept, offset, records } of pages()) {
		found.length = kept;
		for (const [index, record] of records.entries()) found.push(see(record, offset + index));
	}
	// The message names the fields that there are.
	const wanted = found.filter((one) => one !== undefined);
	if (wanted.every(({ key }) => key === undefined)) {
		seenWithoutKey.check([keyField], IDENTIFIER.displayName);
	}
	// If a condition lost its field before it was changed, nobody knows which records it kept out.
	const isLost = all.emptiedSince(known.filledInAll).length > 0;
	if (isLost && !emitExisting) {
		for (const one of wanted) {
			const isDue = one.event !== 'created' || known.waiting.has(String(one.key));
			if (!isDue) delete one.event;
		}
	}
	const unwanted = found.length - wanted.length;
	return { ...identify(wanted), seen, filled, all, unwanted };
}

export function watchedPart({ fields, ignored }: WatchedFields) {
	const isWatched = (field: string) =>
		(fields.length === 0 || fields.includes(field)) && !ignored.includes(field);
	return (record: DataRecord): DataRecord => {
		if (fields.length === 0 && ignored.length === 0) return record;
		return Object.fromEntries(Object.entries(record).filter(([field]) => isWatched(field)));
	};
}

export function hasherFor(watched: WatchedFields): (record: DataRecord) => string {
	const partOf = watchedPart(watched);
	return (record) => hashOf(partOf(record));
}

const hashOf = (part: DataRecord) => shortHash(canonical(part));

/** The advice on records that the field does not identify. */
export const LEAVE_OUT = "or set 'Records Without Unique ID' under 'Options' to 'Leave Out'";
