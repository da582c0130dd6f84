import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import type { ReadPages } from '../../../nodes/CustomerData/watch/read';

/** A list at rest, in pages of so many records. */
export function pagesOf(records: DataRecord[], size = 50): ReadPages {
	return async function* (start) {
		for (let offset = start; offset < records.length; offset += size) {
			const next = offset + size < records.length ? offset + size : undefined;
			yield { kept: offset - start, offset, records: records.slice(offset, offset + size), next };
		}
	};
}
