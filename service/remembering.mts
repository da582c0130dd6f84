import type { DataRecord, RecordMaker } from './records.mts';

/** Makes each record once and keeps it, up to `capacity` records. */
export function remembering(make: RecordMaker, capacity: number): RecordMaker {
	const made = new Map<number, DataRecord>();
	return (index) => {
		const known = made.get(index);
		if (known) return known;
		const record = make(index);
		if (made.size < capacity) made.set(index, record);
		return record;
	};
}
