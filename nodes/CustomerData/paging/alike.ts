import { canonical } from '../api/canonical';
import type { DataRecord } from '../api/page';

/** Whether every record differs a little, as if the service put the current time into each. */
export function differsThroughout(records: DataRecord[], again: DataRecord[]): boolean {
	const pairs = records.map((record, index) => [record, again[index] ?? {}] as const);
	return pairs.every(([one, other]) => canonical(one) !== canonical(other) && areAlike(one, other));
}

/** Whether the records share at least half of their fields. */
function areAlike(one: DataRecord, other: DataRecord): boolean {
	const fields = Object.entries(one);
	const same = fields.filter(
		([name, value]) => canonical(value) === canonical(other[name] ?? null),
	);
	return 2 * same.length >= fields.length;
}
