import type { DataRecord } from '../api/page';

/** Whether every record differs a little, as if the service put the current time into each. */
export function differsThroughout(records: DataRecord[], again: DataRecord[]): boolean {
	const pairs = records.map((record, index) => [record, again[index] ?? {}] as const);
	return pairs.every(
		([one, other]) => JSON.stringify(one) !== JSON.stringify(other) && areAlike(one, other),
	);
}

/** Whether the records share at least half of their fields. */
function areAlike(one: DataRecord, other: DataRecord): boolean {
	const fields = Object.entries(one);
	const same = fields.filter(
		([name, value]) => JSON.stringify(value) === JSON.stringify(other[name]),
	);
	return 2 * same.length >= fields.length;
}
