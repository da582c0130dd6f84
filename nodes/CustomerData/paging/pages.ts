import type { Answer, PlacedPage } from './answer';
import { PageNotRead } from './failure';
import type { ListReader } from './listReader';
import { ReadAhead } from './readAhead';
import { withRetries } from './retry';

/**
 * Yields the pages from the offset on, along the chain that the service lays (specification,
 * section 4.5 rule 6): each page names the offset of the next one, also when it is requested early.
 *
 * @throws PageNotRead at the first page that cannot be read
 */
export async function* readPages(
	reader: ListReader,
	offset: number,
): AsyncGenerator<PlacedPage, void, void> {
	const ahead = new ReadAhead(reader);
	try {
		for (let at = offset, stride = 0; ;) {
			const answer = await arrive(reader, ahead, at, stride);
			if ('failure' in answer) throw new PageNotRead(answer.failure, reader.list, at);
			ahead.confirm();
			yield { offset: at, ...answer.page };
			if (answer.page.next === undefined) return;
			stride = answer.page.next - at;
			at = answer.page.next;
		}
	} finally {
		ahead.stop();
	}
}

/** The page that the chain is at, while those behind it are requested early. */
async function arrive(
	{ retryPolicy, signal }: ListReader,
	ahead: ReadAhead,
	offset: number,
	stride: number,
): Promise<Answer> {
	const request = async () => await ahead.request(offset, signal);
	const early = ahead.take(offset);
	const first = early ?? withRetries(request, retryPolicy, signal);
	ahead.readOn(offset, stride);

	let answer = await first;
	// An early request had no retries, so its failure decides nothing.
	if (early && 'failure' in answer) answer = await withRetries(request, retryPolicy, signal);
	// Our own other requests may have caused the failure, so the last try is made alone.
	if ('failure' in answer && !answer.alone && retryPolicy.shouldRetry(answer.failure)) {
		await ahead.settle();
		answer = await request();
	}
	return answer;
}
