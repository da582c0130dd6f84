import type { DataRecord } from '../api/page';

/** Others can move a single record to where it looks like the end of what was read, but hardly two. */
export const OVERLAP = 2;

/** How many of the records read last can be found in other pages. */
const LENGTH = 500;

/** Where a page goes on from what was read. */
export interface ResumePoint {
	/** How many of the records read so far stay. */
	kept: number;
	/** Index of the first record of the page that comes after them. */
	from: number;
}

/** The last records that were read. */
export class Tail {
	/** Records read so far. */
	count = 0;
	private records: DataRecord[] = [];
	private readonly texts = new WeakMap<DataRecord, string>();

	/** @param partOf gives what of a record to know it again by */
	constructor(private readonly partOf = (record: DataRecord): DataRecord => record) {}

	/** The records follow the first `kept` of those read so far. */
	append(kept: number, records: DataRecord[]): void {
		this.records.length = Math.max(0, this.records.length - (this.count - kept));
		this.records.push(...records);
		if (this.records.length > 2 * LENGTH) this.records = this.records.slice(-LENGTH);
		this.count = kept + records.length;
	}

	/**
	 * How many records the page can share with what was read: it begins with so many of the last ones.
	 * More than one number only where records repeat each other.
	 */
	overlapsWith(page: DataRecord[], most: number): number[] {
		const lengths: number[] = [];
		const possible = Math.min(most, page.length, this.records.length);
		for (let length = OVERLAP; length <= possible; length++) {
			const last = this.textsOf(this.records.slice(-length));
			if (last.join() === this.textsOf(page.slice(0, length)).join()) lengths.push(length);
		}
		return lengths;
	}

	/**
	 * Finds the place behind the longest run of records that stand in the page as they were read. A page
	 * shows the list at one moment, so what stands behind that run there comes next.
	 */
	findIn(page: DataRecord[]): ResumePoint | undefined {
		const places = new Map(this.textsOf(this.records).map((text, index) => [text, index]));
		const forgotten = this.count - this.records.length;
		let best: ResumePoint | undefined;
		let longest = OVERLAP - 1;
		let length = 0;
		let before: number | undefined;
		for (const [index, text] of this.textsOf(page).entries()) {
			const place = places.get(text);
			length = place !== undefined && place - 1 === before ? length + 1 : 1;
			before = place;
			if (place === undefined || length <= longest) continue;
			longest = length;
			best = { kept: forgotten + place + 1, from: index + 1 };
		}
		return best;
	}

	private textsOf(records: DataRecord[]): string[] {
		return records.map((record) => {
			const text = this.texts.get(record) ?? JSON.stringify(this.partOf(record));
			this.texts.set(record, text);
			return text;
		});
	}
}
