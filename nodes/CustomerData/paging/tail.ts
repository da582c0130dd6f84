import type { DataRecord } from './answer';
import type { Identity } from './identity';

/** Fewer records in a row could have been moved there by others. */
const SHORTEST_RUN = 2;

/** Where to look first, and the run that makes looking further needless. */
const RECENT = 150;
const CLEAR_RUN = 8;

/** Where a page goes on from what was read. */
export interface Joint {
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

	/** @param length how many records to keep at least; the others can be freed */
	constructor(
		private readonly identity: Identity,
		private readonly length: number,
	) {}

	append(records: DataRecord[]): void {
		this.count += records.length;
		this.records.push(...records);
		if (this.records.length > 2 * this.length) this.records = this.records.slice(-this.length);
	}

	/** Forgets all but the first `kept` of the records read so far. */
	keep(kept: number): void {
		this.records.length = Math.max(0, this.records.length - (this.count - kept));
		this.count = kept;
	}

	/** Whether the records hold the last one that was read. */
	isIn(records: DataRecord[]): boolean {
		const last = this.records.at(-1);
		return last !== undefined && records.some((record) => this.identity.same(record, last));
	}

	/** Whether the records begin with the last `overlap` ones that were read. */
	isContinuedBy(records: DataRecord[], overlap: number): boolean {
		if (records.length < overlap) return false;
		const known = this.records.slice(-overlap);
		const again = records.slice(overlap - known.length, overlap);
		return known.every((record, index) => {
			const other = again[index];
			return other !== undefined && this.identity.same(record, other);
		});
	}

	/**
	 * Finds the place behind the longest run of records that stand in the page as they were read.
	 * A page shows the list at one moment, so what stands behind that run there comes next.
	 */
	findIn(page: DataRecord[]): Joint | undefined {
		// Most changes move the list by a few records, and making texts of all takes long.
		return this.findAmong(RECENT, page, CLEAR_RUN) ?? this.findAmong(Infinity, page, SHORTEST_RUN);
	}

	private findAmong(last: number, page: DataRecord[], shortestRun: number): Joint | undefined {
		const records = this.records.slice(-last);
		const places = new Map(records.map((record, index) => [this.identity.textOf(record), index]));
		const forgotten = this.count - records.length;
		let best: (Joint & { length: number }) | undefined;
		let length = 0;
		let before: number | undefined;
		for (const [index, record] of page.entries()) {
			const place = places.get(this.identity.textOf(record));
			length = place === undefined ? 0 : place - 1 === before ? length + 1 : 1;
			before = place;
			if (place === undefined || length < (best?.length ?? 1)) continue;
			best = { kept: forgotten + place + 1, from: index + 1, length };
		}
		return best && best.length >= shortestRun ? best : undefined;
	}
}
