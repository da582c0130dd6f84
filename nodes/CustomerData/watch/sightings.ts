import type { ChangeEvent } from './request';
import type { DataRecord } from '../api/page';
import type { Step } from '../paging/pages';
import type { FieldPicker } from '../read/fields';
import { refuseMissing, refuseShared } from './keyRefusals';
import { keyOf, type Snapshot } from './snapshot';

/** A record as a read found it. */
export interface Sighting {
	/** As {@link keyOf} gives it. */
	key: string;
	/** Of what is watched of the record. */
	hash: string;
	/** Hash of all but the ignored fields, which tells two records with the same key apart. */
	content: string;
	/** Where it stood in the list. */
	offset: number;
	/** What happened to it since the snapshot. */
	event?: 'created' | 'updated';
	/** What to emit of the record, if the event can be emitted. */
	record?: DataRecord;
}

interface Rules {
	keyField: string;
	/** What the list is compared with. */
	known: Snapshot;
	/** Gives the hash of what is watched of a record. */
	hashOf: (record: DataRecord) => string;
	/** Gives the hash of all but the ignored fields. */
	contentOf: (record: DataRecord) => string;
	/** Gives the hash that the snapshot would hold of it, where that is another one. */
	knownHashOf?: ((record: DataRecord) => string) | undefined;
	/** The events to emit. */
	events: ReadonlySet<ChangeEvent>;
	/** How many of them at most. */
	maxEvents: number;
	/** Picks what to emit of a record. */
	fields: FieldPicker;
}

/**
 * The records of a list, collected while it is read. Memory grows with the hashes of all records, and
 * with the content of those alone that are to be emitted.
 */
export class Sightings {
	private readonly found: Sighting[] = [];
	/** How many of them hold their record. */
	private held = 0;

	constructor(private readonly rules: Rules) {}

	/** @throws UserError when a record has no key, or shares it with another one on the page */
	add({ kept, offset, records }: Step): void {
		this.drop(kept);
		const { keyField } = this.rules;
		const onPage = new Map<string, Sighting>();
		for (const [index, record] of records.entries()) {
			const sighting = this.see(record, offset + index);
			const twin = onPage.get(sighting.key);
			if (twin && twin.content !== sighting.content) {
				throw refuseShared(keyField, sighting.key, twin.offset, sighting.offset);
			}
			onPage.set(sighting.key, sighting);
		}
	}

	/** Each record once, in the order of the list; one that came again stands where it came last. */
	byKey(): Map<string, Sighting> {
		const byKey = new Map<string, Sighting>();
		for (const sighting of this.found) {
			const earlier = byKey.get(sighting.key);
			byKey.delete(sighting.key);
			const isSame = earlier?.hash === sighting.hash && !sighting.record;
			byKey.set(sighting.key, isSame ? { ...earlier, offset: sighting.offset } : sighting);
		}
		return byKey;
	}

	/** Pairs of sightings that share a key and differ otherwise. */
	conflicts(): Array<[Sighting, Sighting]> {
		const first = new Map<string, Sighting>();
		return this.found.flatMap((sighting): Array<[Sighting, Sighting]> => {
			const earlier = first.get(sighting.key);
			if (!earlier) first.set(sighting.key, sighting);
			return earlier && earlier.content !== sighting.content ? [[earlier, sighting]] : [];
		});
	}

	private see(record: DataRecord, offset: number): Sighting {
		const { keyField, known, hashOf, contentOf, knownHashOf, events, maxEvents, fields } =
			this.rules;
		fields.notice(record);
		const key = keyOf(record[keyField]);
		if (key === undefined) throw refuseMissing(keyField, offset);
		const hash = hashOf(record);
		const content = contentOf === hashOf ? hash : contentOf(record);
		const sighting: Sighting = { key, hash, content, offset };
		const before = known.entries.get(key);
		if (!before) sighting.event = 'created';
		else if (before.hash !== (knownHashOf?.(record) ?? hash)) sighting.event = 'updated';
		if (sighting.event && events.has(sighting.event) && this.held < maxEvents) {
			sighting.record = fields.pick(record);
			this.held += 1;
		}
		this.found.push(sighting);
		return sighting;
	}

	/** The list turned out to have changed: all but the first sightings come again. */
	private drop(kept: number): void {
		const dropped = this.found.splice(kept);
		this.held -= dropped.filter(({ record }) => record).length;
	}
}
