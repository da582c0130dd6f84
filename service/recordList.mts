import type { DataRecord, RecordMaker } from './records.mts';

/** Consecutive records: made on demand from `first` on, or a single one that was inserted. */
type Run = { first: number; length: number } | { record: DataRecord; length: 1 };

/**
 * A list that makes its records when they are read, and that can still be changed. It keeps runs
 * instead of records, so the cost of a page depends on the number of changes, not on the length.
 */
export class RecordList {
	private runs: Run[];
	/** From this index on, no record was ever in the list. */
	private unused: number;

	constructor(
		readonly make: RecordMaker,
		length: number,
	) {
		this.runs = length > 0 ? [{ first: 0, length }] : [];
		this.unused = length;
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

	/** Makes a record that this list has never had, and does not add it. */
	makeAnother(): DataRecord {
		return this.make(this.unused++);
	}

	/** Inserts a record before the one at `index`, or at the end. */
	insert(record: DataRecord, index = this.length): void {
		this.splice(index, 0, [{ record, length: 1 }]);
	}

	/** Replaces the record at `index`, or adds one at the end. */
	upsert(index: number, record: DataRecord): void {
		this.splice(index, 1, [{ record, length: 1 }]);
	}

	remove(index: number, count = 1): void {
		this.splice(index, count, []);
	}

	/** Moves the record at `from`, if there is one, so that it is at `to` afterwards. */
	move(from: number, to: number): void {
		const moved = this.slice(from, from + 1);
		this.remove(from);
		this.splice(to, 0, moved);
	}

	private splice(index: number, removed: number, added: Run[]): void {
		this.runs = [...this.slice(0, index), ...added, ...this.slice(index + removed, Infinity)];
	}

	/** The runs with the records from `start` up to, but not including, `end`. */
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
