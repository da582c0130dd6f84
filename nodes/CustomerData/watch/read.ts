import type { ChangeEvent, WatchRequest } from './request';
import type { DataRecord } from '../api/page';
import type { Step } from '../paging/pages';
import { FieldPicker } from '../read/fields';
import { refuseSharedKeys } from './sharedKeys';
import { type Sighting, Sightings } from './sightings';
import { keyOf, type Snapshot } from './snapshot';
import { hasherFor, sameFields } from './watched';

/** A list that can be read. */
export interface ListSource {
	/** The whole list; calls `onMove` when pages show that others changed it meanwhile. */
	pages(onMove: () => void): AsyncIterable<Step>;
	/** The records of one page alone. */
	page(offset: number): Promise<DataRecord[]>;
}

/** A list that was read to its end. */
export interface WholeList {
	/** By their key, in the order of the list. */
	sightings: ReadonlyMap<string, Sighting>;
	/** Whether others changed the list meanwhile. */
	moved: boolean;
}

/**
 * Reads the whole list, and keeps what a comparison with the known snapshot needs of it.
 *
 * @param events those to emit
 * @throws PageNotRead, or UserError for a field that no record has or that does not identify each one
 */
export async function readWatched(
	source: ListSource,
	{ keyField, maxEvents, watched }: WatchRequest,
	known: Snapshot,
	events: ReadonlySet<ChangeEvent>,
): Promise<WholeList> {
	const fields = new FieldPicker(watched.fields);
	const hashOf = hasherFor(watched);
	const isWhole = watched.fields.length === 0;
	const contentOf = isWhole ? hashOf : hasherFor({ ...watched, fields: [] });
	const knownHashOf = sameFields(known.watched, watched) ? undefined : hasherFor(known.watched);
	const rules = {
		keyField,
		known,
		hashOf,
		contentOf,
		knownHashOf,
		events,
		maxEvents,
		fields,
	};
	const sightings = new Sightings(rules);
	let moved = false;
	const onMove = () => {
		moved = true;
	};
	for await (const step of source.pages(onMove)) sightings.add(step);
	fields.check();
	const lookAt = async (offset: number) => {
		const records = await source.page(offset);
		return records.map((record, index) => {
			return { key: keyOf(record[keyField]), content: contentOf(record), offset: offset + index };
		});
	};
	await refuseSharedKeys(sightings.conflicts(), lookAt, keyField);
	return { sightings: sightings.byKey(), moved };
}
