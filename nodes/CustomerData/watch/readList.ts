import { type DataRecord, MAX_PAGE_SIZE } from '../api/page';
import type { Continuation } from '../paging/pages';
import { FieldPicker, keyOf } from '../read/fieldPicker';
import { userError } from '../userError';
import { eventOf, type ReadList, type ReadRecord, type Snapshot } from './compare';
import { hasherFor } from './identity';
import type { WatchRequest } from '../parameters/watchRequest';

/** Reads a list from an offset on, not much further than to the end, if that is given. */
export type ReadPages = (start: number, end?: number) => AsyncIterable<Continuation>;

/** A record where it was read. */
interface Sighting extends ReadRecord {
	key: string | undefined;
	/** Of all but the ignored fields, which tells two records with the same key apart. */
	contentHash: string;
	/** Which page of this read it stood on. */
	page: number;
	offset: number;
}

/** By how many records others may have moved one when its place is looked at again. */
const MAY_HAVE_MOVED = 10;

/** Pairs with one key that are looked at again in a read; any more count as two records. */
const MOST_LOOKS = 100;

/**
 * Reads the whole list. Keeps hashes of all records, and the content of those alone that are to be emitted.
 *
 * @throws PageNotRead, or UserError for a field that no record has, or that does not identify each one
 */
export async function readList(
	pages: ReadPages,
	request: WatchRequest,
	known: Snapshot,
): Promise<ReadList> {
	const { keyField, unidentified } = request;
	const { fields, ignored } = request.watched;
	const picker = new FieldPicker(fields);
	const hashOf = hasherFor(request.watched);
	const contentHashOf = hasherFor({ fields: [], ignored });
	const found: Sighting[] = [];
	const shared = new Set<string>();
	let page = 0;
	let looks = 0;

	function see(record: DataRecord, offset: number): Sighting {
		picker.notice(record);
		const key = keyOf(record[keyField]);
		const hash = hashOf(record);
		const contentHash = fields.length > 0 ? contentHashOf(record) : hash;
		const sighting: Sighting = { key, hash, contentHash, page, offset };
		if (key === undefined) {
			if (unidentified === 'error') throw missingKey(keyField, offset);
			return sighting;
		}
		const event = eventOf(key, hash, known, request);
		return event ? { ...sighting, event, record: picker.pick(record) } : sighting;
	}

	/** Whether the record stands where it stood. One that others moved meanwhile stands in one place alone. */
	async function isStillThere({ key, contentHash, offset: place }: Sighting): Promise<boolean> {
		// Some services accept multiples of the page size only.
		const start = Math.max(0, Math.floor((place - MAY_HAVE_MOVED) / MAX_PAGE_SIZE) * MAX_PAGE_SIZE);
		for await (const { offset, records } of pages(start, place + MAY_HAVE_MOVED)) {
			const isIt = (record: DataRecord) =>
				keyOf(record[keyField]) === key && contentHashOf(record) === contentHash;
			if (records.some(isIt)) return true;
			if (offset + records.length > place + MAY_HAVE_MOVED) return false;
		}
		return false;
	}

	async function areTwo(one: Sighting, other: Sighting): Promise<boolean> {
		// A page is one moment, in which no record stands twice.
		if (one.page === other.page) return true;
		looks += 1;
		return looks > MOST_LOOKS || ((await isStillThere(one)) && (await isStillThere(other)));
	}

	for await (const { kept, offset, records } of pages(0)) {
		page += 1;
		found.length = kept;
		for (const [index, record] of records.entries()) found.push(see(record, offset + index));
	}
	picker.check();

	const list = new Map<string, Sighting>();
	for (const sighting of found) {
		const { key, contentHash, offset } = sighting;
		if (key === undefined) continue;
		const earlier = list.get(key);
		const isConflict = earlier && earlier.contentHash !== contentHash && !shared.has(key);
		if (isConflict && (await areTwo(earlier, sighting))) {
			if (unidentified === 'error') throw sharedKey(keyField, key, earlier.offset, offset);
			shared.add(key);
		}
		// One that others moved meanwhile stands where it was read last.
		list.delete(key);
		list.set(key, sighting);
	}
	for (const key of shared) list.delete(key);
	const isLeftOut = ({ key }: Sighting) => key === undefined || shared.has(key);
	const leftOut = found.filter(isLeftOut).length;
	const hasKeyless = found.some(({ key }) => key === undefined);
	// A record that lost its key can be any of those that are missed.
	return { records: list, shared, isInDoubt: hasKeyless, leftOut };
}

const OR_LEAVE_OUT = "or set 'Records Without Unique ID' under 'Options' to 'Leave Out'";

export function missingKey(keyField: string, offset: number) {
	return userError(
		`Record ${offset + 1} in the list has no value in '${keyField}'`,
		`Choose a field for 'Identify Records By' that every record has, add the value in the application, ${OR_LEAVE_OUT}.`,
	);
}

/** @param key as its JSON text */
export function sharedKey(keyField: string, key: string, one: number, other: number) {
	return userError(
		`'${keyField}' does not identify a record: records ${one + 1} and ${other + 1} in the list differ, but share ${key}`,
		`Choose a field for 'Identify Records By' that is different for every record, such as a code, correct one of the two in the application, ${OR_LEAVE_OUT}.`,
	);
}
