import type { DataRecord } from '../api/page';

/** One equal record can stand there because others moved it; two hardly can. */
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
	/** The records of the page whose texts were asked for last. */
	private page: { records: DataRecord[]; texts: string[] } = { records: [], texts: [] };
	/** The usual order of the fields. */
	private names: string[] = [];

	/** @param partOf gives the part of a record to recognize it by */
	constructor(private readonly partOf = (record: DataRecord): DataRecord => record) {}

	/** Adds records after the first `kept` ones, and drops those that were read after them. */
	append(kept: number, texts: string[]): void {
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
		for (const text of texts) {
			const isRepeat = places.has(text);
			if (isRepeat) this.repeats += 1;
			this.last.push({ text, isRepeat });
			places.set(text, this.count++);
		}
	}

	/** The text that each record is recognized by. The order of its fields does not matter. */
	textsOf(records: DataRecord[]): string[] {
		if (this.page.records !== records) {
			const parts = records.map((record) => this.partOf(record));
			this.page = { records, texts: this.inUsualOrder(parts).map((part) => JSON.stringify(part)) };
		}
		return this.page.texts;
	}

	/** Of equal records on the page, only the first gets a place. */
	placesIn(texts: string[]): Places {
		const taken = new Set<number>();
		return texts.map((text) => {
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
	overlapsWith(texts: string[], most: number): number[] {
		const lengths: number[] = [];
		const longest = Math.min(most, texts.length, this.last.length);
		for (let length = OVERLAP; length <= longest; length++) {
			const isOverlap = this.last.slice(-length).every(({ text }, index) => text === texts[index]);
			if (isOverlap) lengths.push(length);
		}
		return lengths;
	}

	/** How many of the records were read before. */
	knownIn(records: DataRecord[]): number {
		return this.placesIn(this.textsOf(records)).filter((place) => place !== undefined).length;
	}

	/** A server that writes the fields of one record in another order does so in all of its response. */
	private inUsualOrder(page: DataRecord[]): DataRecord[] {
		const names = Object.keys(page[0] ?? {});
		if (this.names.length === 0) this.names = names;
		if (names.join() === this.names.join()) return page;
		const rank = (name: string) => this.names.indexOf(name);
		return page.map((record) => {
			const fields = Object.entries(record).sort(([one], [other]) => rank(one) - rank(other));
			return Object.fromEntries(fields);
		});
	}
}
