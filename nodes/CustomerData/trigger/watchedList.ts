import { shortHash } from '../api/hash';
import type { DataRecord } from '../api/page';
import { canonical, identify, textKeyOf } from '../identity/identity';
import { doubtIn } from '../identity/missing';
import { checkLeftOut, missingKey, sharedKey } from '../identity/unidentified';
import type { Continuation } from '../paging/pagingOptions';
import { IDENTIFIER } from '../parameters/list';
import { FieldPicker } from '../read/fieldPicker';
import type { ReadStats } from '../read/readRecords';
import { SeenFields } from '../read/seenFields';
import { eventOf } from './changes';
import { countFilled } from './emptied';
import type { WatchedFields, WatchRequest } from './parameters';
import type { Snapshot, WatchedRead, WatchedRecord } from './snapshot';

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
	const { emptyAsNull, keyField, unidentified } = request;
	const { fields, ignored } = request.watched;
	const picker = new FieldPicker(fields, { emptyAsNull, identifier: keyField });
	const seen = new SeenFields();
	const seenWithoutKey = new SeenFields();
	const partOf = watchedPart(request.watched);
	const before = partOf(Object.fromEntries(known.filled));
	const filled = new Map(Object.keys(before).map((field) => [field, 0]));
	const wholeHashOf = hasherFor({ fields: [], ignored });
	const found: WatchedRecord[] = [];

	function see(record: DataRecord, offset: number): WatchedRecord {
		if (fields.length > 0) seen.notice(record);
		const key = textKeyOf(record[keyField]);
		if (key === undefined && unidentified === 'error')
			throw missingKey(keyField, offset, record, LEAVE_OUT);
		if (key === undefined) seenWithoutKey.notice(record);
		const part = partOf(record);
		countFilled(filled, part);
		const hash = hashOf(part);
		const wholeHash = fields.length > 0 ? wholeHashOf(record) : hash;
		const event = key && eventOf(key, hash, known, request);
		const sighting = { key, wholeHash, offset, entry: { hash } };
		return event ? { ...sighting, event, record: picker.pick(record) } : sighting;
	}

	for await (const { kept, offset, records } of pages()) {
		found.length = kept;
		for (const [index, record] of records.entries()) found.push(see(record, offset + index));
	}
	// The message names the fields that there are.
	if (found.every(({ key }) => key === undefined)) {
		seenWithoutKey.check([keyField], IDENTIFIER.displayName);
	}
	return { ...identify(found), seen, filled };
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
