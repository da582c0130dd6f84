/**
 * The order in which PostgreSQL has found the first `bound` rows (src/backend/utils/sort/tuplesort.c): once
 * it has met more than twice as many, it keeps the best ones in a heap, worst first, and empties that from
 * the back. So equal rows stand in another order for each bound, and of rows that are all equal, the one met
 * first stands last. With fewer rows, it sorts them all, and equal ones stay as they are.
 */
export function topN<Row>(
	rows: readonly Row[],
	bound: number,
	rankOf: (row: Row) => number,
): Row[] {
	if (rows.length <= 2 * bound) return [...rows].sort((one, other) => rankOf(one) - rankOf(other));
	const heap: Row[] = [];
	const isWorse = (one: Row, other: Row) => rankOf(one) > rankOf(other);
	/** Puts the row where the first one is, and lets worse ones rise above it. */
	const replaceFirst = (row: Row) => {
		let hole = 0;
		for (let child = 1; child < heap.length; child = 2 * hole + 1) {
			let worse = child;
			const [left, right] = [heap[child], heap[child + 1]];
			if (left !== undefined && right !== undefined && isWorse(right, left)) worse += 1;
			const risen = heap[worse];
			if (risen === undefined || !isWorse(risen, row)) break;
			heap[hole] = risen;
			hole = worse;
		}
		heap[hole] = row;
	};
	const insert = (row: Row) => {
		let hole = heap.length;
		for (let parent = (hole - 1) >> 1; hole > 0; parent = (hole - 1) >> 1) {
			const above = heap[parent];
			if (above === undefined || !isWorse(row, above)) break;
			heap[hole] = above;
			hole = parent;
		}
		heap[hole] = row;
	};
	for (const row of rows) {
		const [worst] = heap;
		if (heap.length < bound) insert(row);
		else if (worst !== undefined && isWorse(worst, row)) replaceFirst(row);
	}
	const sorted: Row[] = [];
	for (let [worst] = heap; worst !== undefined; [worst] = heap) {
		sorted.push(worst);
		const last = heap.pop();
		if (heap.length > 0 && last !== undefined) replaceFirst(last);
	}
	return sorted.reverse();
}
