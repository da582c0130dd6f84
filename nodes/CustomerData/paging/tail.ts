import { canonical } from '../api/canonical';
import type { DataRecord } from '../api/page';

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
	private last: string[] = [];
	private readonly places = new Map<string, number[]>();
	private readonly texts = new WeakMap<DataRecord, string>();

	/** @param partOf gives what of a record to know it again by */
	constructor(private readonly partOf = (record: DataRecord): DataRecord => record) {}

	/** The records follow the first `kept` of those read so far. */
	append(kept: number, records: DataRecord[]): void {
		const { count, last } = this;
		const texts = records.map((record) => this.textOf(record));
		this.count = kept + records.length;
		if (kept < count || last.length > 2 * LENGTH) {
			const stay = last.slice(-LENGTH, last.length - (count - kept));
			this.last = [];
			this.places.clear();
			this.note(stay, kept - stay.length);
			this.note(texts, kept);
		} else this.repeats += this.note(texts, kept);
	}

	/** What tells the page from others, whatever the order of the fields. */
	describe(page: DataRecord[]): string {
		return page.map((record) => this.textOf(record)).join();
	}

	/**
	 * A record that was read more than once, as its equals were, is known only among the last ones.
	 *
	 * @param back how many of the last records may be among them
	 */
	placesIn(page: DataRecord[], back = 0): Places {
		const taken = new Set<number>();
		return page.map((record) => {
			const places = this.places.get(this.textOf(record)) ?? [];
			const [place] = places.filter(
				(place) => !taken.has(place) && (places.length === 1 || place >= this.count - back),
			);
			if (place !== undefined) taken.add(place);
			return place;
		});
	}

	/** How many of the records were read before. */
	knownIn(page: DataRecord[]): number {
		return this.placesIn(page).filter((place) => place !== undefined).length;
	}

	/** @returns how many were among the last ones */
	private note(texts: string[], first: number): number {
		let repeats = 0;
		for (const [index, text] of texts.entries()) {
			const places = this.places.get(text);
			if (places) repeats += 1;
			this.places.set(text, [...(places ?? []), first + index]);
			this.last.push(text);
		}
		return repeats;
	}

	private textOf(record: DataRecord): string {
		const text = this.texts.get(record) ?? canonical(this.partOf(record));
		this.texts.set(record, text);
		return text;
	}
}
