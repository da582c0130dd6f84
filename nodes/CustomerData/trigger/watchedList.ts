import { shortHash } from '../api/hash';
import type { DataRecord } from '../api/page';
import {
	canonical,
	identify,
	keyOf,
	textKeyOf,
	type Identified,
	type Sighting,
} from '../identity/identity';
import { checkLeftOut, missingKey, sharedKey } from '../identity/unidentified';
import type { Continuation } from '../paging/options';
import { IDENTIFIER } from '../parameters/list';
import { FieldPicker } from '../read/fieldPicker';
import type { ChangeEvent, WatchedFields, WatchRequest } from './parameters';

/** A record as it was read; its content only if there is an event to output. */
export interface ReadRecord {
	/** Of the watched fields. */
	hash: string;
	/** The key as the list has it, as JSON, where that is a number or padded with spaces. */
	written?: string | undefined;
	event?: ChangeEvent;
	record?: DataRecord;
}

type SeenRecord = ReadRecord & Sighting;

/** A list that was read whole. */
export interface WholeList extends Identified<SeenRecord> {
	/** Has noticed the fields of all records. */
	picker: FieldPicker;
}

/** The event of a record, if any, by its key and the hash of its watched fields. */
export type FindEvent = (key: string, hash: string) => ChangeEvent | undefined;

/** Reads the list from its start to its end. */
export type ReadPages = () => AsyncIterable<Continuation>;

/**
 * Reads the list whole and identifies its records; a second time where two share a key that has to be
 * unique. `findEvent` says whose content is kept.
 *
 * @throws PageNotRead, or UserError for an identifier that no record has, or that does not identify each one, or
 * most of them where the others are left out
 */
export async function readWatchedList(
	pages: ReadPages,
	request: WatchRequest,
	findEvent: FindEvent,
): Promise<WholeList> {
	let list = await readOnce(pages, request, findEvent);
	const { shared } = list;
	if (shared.size > 0 && request.unidentified === 'error') {
		// One record that others edit and move can be read in both places; two are there as they were.
		list = await readOnce(pages, request, findEvent);
		for (const [key, [one, other]] of list.shared) {
			const before = new Set(shared.get(key)?.map(({ wholeHash }) => wholeHash));
			if (!before.has(one.wholeHash) || !before.has(other.wholeHash)) continue;
			const { written = key } = one;
			throw sharedKey(request.keyField, written, [one.offset, other.offset], NAMING);
		}
	}
	if (request.unidentified === 'leaveOut') {
		checkLeftOut(list, request.keyField, NAMING.parameter);
	}
	return list;
}

/** Keeps hashes of all records, and the content of those alone that are to be emitted. */
async function readOnce(
	pages: ReadPages,
	request: WatchRequest,
	findEvent: FindEvent,
): Promise<WholeList> {
	const { emptyAsNull, keyField, unidentified } = request;
	const { fields, ignored } = request.watched;
	const picker = new FieldPicker(fields, { emptyAsNull, identifier: keyField });
	const identifier = new FieldPicker([keyField], { parameter: IDENTIFIER.displayName });
	const hashOf = hasherFor(request.watched);
	const wholeHashOf = hasherFor({ fields: [], ignored });
	const found: SeenRecord[] = [];

	function see(record: DataRecord, offset: number): SeenRecord {
		picker.notice(record);
		const key = textKeyOf(record[keyField]);
		const own = keyOf(record[keyField]);
		const written = own === key ? undefined : own;
		if (key === undefined && unidentified === 'error')
			throw missingKey(keyField, offset, record, NAMING);
		if (key === undefined) identifier.notice(record);
		const hash = hashOf(record);
		const wholeHash = fields.length > 0 ? wholeHashOf(record) : hash;
		const event = key && findEvent(key, hash);
		const sighting = { key, written, hash, wholeHash, offset };
		return event ? { ...sighting, event, record: picker.pick(record) } : sighting;
	}

	for await (const { kept, offset, records } of pages()) {
		found.length = kept;
		for (const [index, record] of records.entries()) found.push(see(record, offset + index));
	}
	// The message names the fields that there are.
	if (found.every(({ key }) => key === undefined)) identifier.check();
	return { ...identify(found), picker };
}

/** Reduces a record to the fields that are watched. */
export function watchedPart({ fields, ignored }: WatchedFields) {
	const isWatched = (field: string) =>
		(fields.length === 0 || fields.includes(field)) && !ignored.includes(field);
	return (record: DataRecord): DataRecord => {
		if (fields.length === 0 && ignored.length === 0) return record;
		return Object.fromEntries(Object.entries(record).filter(([field]) => isWatched(field)));
	};
}

/** Gives the hash that records share whose watched fields are equal. */
export function hasherFor(watched: WatchedFields): (record: DataRecord) => string {
	const partOf = watchedPart(watched);
	return (record) => shortHash(canonical(partOf(record)));
}

/** What to do about records that the field does not identify. */
export const NAMING = {
	parameter: IDENTIFIER.displayName,
	otherwise: "or set 'Records Without Unique ID' under 'Options' to 'Leave Out'",
};
