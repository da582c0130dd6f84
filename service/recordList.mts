import type { DataRecord, RecordMaker } from './records.mts';

/** A list that makes its records when they are read, so that it can be long, and can be changed. */
export class RecordList {
	/** Each is a record that was put here, or the index to make it from. */
	private readonly places: Array<DataRecord | number>;
	/** From this index on, no record was ever in the list. */
	private unused: number;

	constructor(
		readonly make: RecordMaker,
		length: number,
	) {
		this.places = Array.from({ length }, (_, index) => index);
		this.unused = length;
	}

	get length(): number {
		return this.places.length;
	}

	page(offset: number, limit: number): DataRecord[] {
		const places = this.places.slice(offset, offset + limit);
		return places.map((place) => (typeof place === 'number' ? this.make(place) : place));
	}

	at(index: number): DataRecord | undefined {
		return this.page(index, 1)[0];
	}

	/** Makes a record that this list has never had, and does not add it. */
	makeAnother(): DataRecord {
		return this.make(this.unused++);
	}

	/** Inserts a record before the one at `index`, or at the end. */
	insert(record: DataRecord, index = this.length): void {
		this.places.splice(index, 0, record);
	}

	/** Replaces the record at `index`, or adds one at the end. */
	upsert(index: number, record: DataRecord): void {
		this.places.splice(index, 1, record);
	}

	remove(index: number, count = 1): void {
		this.places.splice(index, count);
	}

	/** Moves the record at `from`, if there is one, so that it is at `to` afterwards. */
	move(from: number, to: number): void {
		this.places.splice(to, 0, ...this.places.splice(from, 1));
	}
}

/** The records from an offset on, at most so many. */
export type Source = (offset: number, limit: number) => Promise<DataRecord[]>;

/** A list as far as a page needs it: the page's records, and one more if there is one. */
export async function listFrom(source: Source, offset: number, limit: number): Promise<RecordList> {
	const list = new RecordList(() => ({}), offset);
	for (const record of await source(offset, limit + 1)) list.insert(record);
	return list;
}
