import type { PlacedPage, Step } from './answer';
import { Chain } from './chain';
import type { ListReader } from './listReader';
import { MAX_OVERLAP } from './readAhead';
import { Tail } from './tail';

/** An early page begins with the last record of the page before it. */
const OVERLAP = 1;

/**
 * Yields the pages from the offset on, along the chain that the service lays (specification,
 * section 4.5 rule 6). An early page is used only if it begins with what was read last: then nothing
 * lies between the two, whichever of them the service read first. Otherwise the page is requested
 * where the service says that it starts, as with one request at a time.
 *
 * @throws PageNotRead at the first page that cannot be read
 */
export async function* readPages(
	reader: ListReader,
	start: number,
): AsyncGenerator<Step, void, void> {
	const chain = new Chain(reader, OVERLAP);
	const tail = new Tail(reader.identity, MAX_OVERLAP);
	/** Whether the service has shown that it starts pages where it is asked to… */
	let isAligned = false;
	/** …and the last page holds every record that the service counts up to the next one. */
	let isFull = false;

	async function nextPage(at: number, stride: number): Promise<PlacedPage> {
		const { page: early, failed } = await chain.early(at, stride);
		let hasMoved = false;
		if (early) {
			const overlap = at - early.offset;
			if (tail.isContinuedBy(early.records, overlap)) {
				isAligned = true;
				return { ...early, records: early.records.slice(overlap) };
			}
			hasMoved = isAligned && isFull && early.records.length >= overlap;
			chain.drop();
		}
		const page = await chain.request(at, stride, failed);
		if (hasMoved || tail.isIn(page.records)) {
			reader.onMove?.();
			chain.drop();
		}
		return page;
	}

	try {
		for (let at = start, stride = 0; ;) {
			const { offset, records, next } = await nextPage(at, stride);
			isFull = next === at + records.length;
			chain.confirm();
			yield { kept: tail.count, offset: at, records, next };
			if (next === undefined) return;
			tail.append(records);
			stride = next - offset;
			at = next;
		}
	} finally {
		chain.stop();
	}
}
