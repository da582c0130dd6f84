import type { DataRecord } from '../api/page';

/** Others may move one record to where it looks like the end of what was read, but hardly two. */
export const OVERLAP = 2;

/** For each record of a page, which of the records read so far it is, counted from 0. */
export type Places = Array<number | undefined>;

/** How many of the last records are remembered, at least. */
const LENGTH = 500;

/** The last records that were read. */
export class Tail {
	/** Records read so far. */
	count = 0;
	/** How many of them equal an earlier one. */
	repeats = 0;
	private last: Array<{ text: string; isRepeat: boolean }> = [];
	/** The text of each record, and its latest place among the records read so far. */
	private readonly places = new Map<string, number>();
	private readonly texts = new WeakMap<DataRecord, string>();
	/** The usual order of the fields. */
	private names: string[] = [];

	/** @param partOf gives the part of a record to recognize it by */
	constructor(private readonly partOf = (record: DataRecord): DataRecord => record) {}

	/** Adds records after the first `kept` ones, and drops those that were read after them. */
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

	/** The text that each record is recognized by. The order of its fields does not matter. */
	textsOf(records: DataRecord[]): string[] {
		return records.map((record) => {
			const text = this.texts.get(record) ?? this.write(this.partOf(record));
			this.texts.set(record, text);
			return text;
		});
	}

	/** Of equal records on the page, only the first gets a place. */
	placesIn(page: DataRecord[]): Places {
		const taken = new Set<number>();
		return this.textsOf(page).map((text) => {
			const place = this.places.get(text);
			if (place === undefined || taken.has(place)) return undefined;
			taken.add(place);
			return place;
		});
	}

	/**
	 * With how many of the last records the page begins, from two to `most`; several numbers if records are
	 * equal.
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

	/** Quicker than JSON. */
	private write(record: DataRecord): string {
		const names = Object.keys(record);
		if (this.names.length === 0) this.names = names;
		const isUsual = names.every((name, index) => name === this.names[index]);
		const sorted = isUsual ? names : [...new Set([...this.names, ...names.sort()])];
		let text = '';
		for (const name of sorted) {
			const value = record[name];
			if (value === undefined) continue;
			text += `${name}:${typeof value === 'object' ? JSON.stringify(value) : value}\n`;
		}
		return text;
	}
}
