import type { DataRecord, RecordMaker } from './records.mts';

/** A run of consecutive records: made on demand from `first` on, or a single one that was put there. */
type Run = { first: number; length: number } | { record: DataRecord; length: 1 };

/**
 * A list whose records are made when they are read, and that can be changed all the same. It keeps
 * runs, not records, so a page costs as much as there were changes, however long the list is.
 */
export class RecordList {
	private runs: Run[];

	constructor(
		readonly make: RecordMaker,
		length: number,
	) {
		this.runs = length > 0 ? [{ first: 0, length }] : [];
	}

	get length(): number {
		return this.runs.reduce((sum, run) => sum + run.length, 0);
	}

	page(offset: number, limit: number): DataRecord[] {
		const records: DataRecord[] = [];
		let start = offset;
		for (const run of this.runs) {
			for (; start < run.length && records.length < limit; start++) {
				records.push('record' in run ? run.record : this.make(run.first + start));
			}
			if (records.length === limit) break;
			start = Math.max(0, start - run.length);
		}
		return records;
	}

	at(index: number): DataRecord | undefined {
		return this.page(index, 1)[0];
	}

	/** Puts a record before the one at `index`; without an index, at the end. */
	insert(record: DataRecord, index = this.length): void {
		this.splice(index, 0, [{ record, length: 1 }]);
	}

	/** Puts a record in the place of the one at `index`, or at the end when there is none. */
	upsert(index: number, record: DataRecord): void {
		this.splice(index, 1, [{ record, length: 1 }]);
	}

	remove(index: number, count = 1): void {
		this.splice(index, count, []);
	}

	private splice(index: number, removed: number, added: Run[]): void {
		this.runs = [...this.slice(0, index), ...added, ...this.slice(index + removed, Infinity)];
	}

	/** The runs that hold the records from `start` to before `end`. */
	private slice(start: number, end: number): Run[] {
		let position = 0;
		return this.runs.flatMap((run): Run[] => {
			const from = Math.max(start - position, 0);
			const to = Math.min(end - position, run.length);
			position += run.length;
			if (from >= to) return [];
			return 'record' in run ? [run] : [{ first: run.first + from, length: to - from }];
		});
	}
}
