import type { DataRecord } from '../api/page';

/** Others can move a single record to where it looks like the end of what was read, but hardly two. */
export const OVERLAP = 2;

/** For each record of a page, which of the records read so far it is, counted from 0. */
export type Places = Array<number | undefined>;

/** How many of the records read last are known again, at least. */
const LENGTH = 500;

/** The last records that were read. */
export class Tail {
	/** Records read so far. */
	count = 0;
	/** Of them, those that came twice, whole. */
	repeats = 0;
	private last: Array<{ text: string; isRepeat: boolean }> = [];
	/** By its text, which of the records read so far a record was last. */
	private readonly places = new Map<string, number>();
	private readonly texts = new WeakMap<DataRecord, string>();
	/** The usual order of the fields. */
	private names: string[] = [];

	/** @param partOf gives what of a record to know it again by */
	constructor(private readonly partOf = (record: DataRecord): DataRecord => record) {}

	/** The records follow the first `kept` of those read so far. */
	append(kept: number, records: DataRecord[]): void {
		const { last, places } = this;
		const dropped = last.splice(Math.max(0, last.length - (this.count - kept)));
		this.repeats -= dropped.filter(({ isRepeat }) => isRepeat).length;
		this.count = kept;
		if (dropped.length > 0 || last.length > 2 * LENGTH) {
			this.last = last.slice(-LENGTH);
			places.clear();
			const first = kept - this.last.length;
			for (const [index, { text }] of this.last.entries()) places.set(text, first + index);
		}
		for (const text of this.textsOf(records)) {
			const isRepeat = places.has(text);
			if (isRepeat) this.repeats += 1;
			this.last.push({ text, isRepeat });
			places.set(text, this.count++);
		}
	}

	/** What each record is known again by, whatever the order of its fields. */
	textsOf(records: DataRecord[]): string[] {
		return records.map((record) => {
			const text = this.texts.get(record) ?? this.write(this.partOf(record));
			this.texts.set(record, text);
			return text;
		});
	}

	/** Of records that are equal, only the first is known. */
	placesIn(page: DataRecord[]): Places {
		const taken = new Set<string>();
		return this.textsOf(page).map((text) => {
			const place = taken.has(text) ? undefined : this.places.get(text);
			taken.add(text);
			return place;
		});
	}

	/**
	 * With how many of the last records the page begins: at least two, and at most so many. More than one
	 * number where records are equal.
	 */
	overlapsWith(page: DataRecord[], most: number): number[] {
		const texts = this.textsOf(page.slice(0, most));
		const lengths: number[] = [];
		for (let length = OVERLAP; length <= Math.min(texts.length, this.last.length); length++) {
			const isOverlap = this.last.slice(-length).every(({ text }, index) => text === texts[index]);
			if (isOverlap) lengths.push(length);
		}
		return lengths;
	}

	/** How many of the records were read before. */
	knownIn(page: DataRecord[]): number {
		return this.placesIn(page).filter((place) => place !== undefined).length;
	}

	private write(record: DataRecord): string {
		const names = Object.keys(record);
		if (this.names.length === 0) this.names = names;
		const isUsual =
			names.length === this.names.length &&
			names.every((name, index) => name === this.names[index]);
		if (isUsual) return JSON.stringify(record);
		const sorted = [...new Set([...this.names, ...names.sort()])];
		const fields = sorted.flatMap((name) =>
			name in record ? [[name, record[name]] as const] : [],
		);
		return JSON.stringify(Object.fromEntries(fields));
	}
}
