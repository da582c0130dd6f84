import { PageNotRead } from './failure';
import type { Answer, PlacedPage } from './page';
import { type EarlyReader, ReadAhead } from './readAhead';
import { isPassing, type RetryPolicy, withRetries } from './retry';

export interface ListReader extends EarlyReader {
	/** Name of the list, for what is thrown. */
	list: string;
	retryPolicy: RetryPolicy;
}

/**
 * Yields the pages of a list in order, along the chain that the service lays
 * (specification, section 4.5 rule 6): each page names the offset of the next one. Pages may be
 * asked for before the chain gets to them; that never changes what is yielded.
 *
 * @param offset of the first record to read
 * @throws PageNotRead at the first page that cannot be had
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

/** The page that the chain is at, while those behind it are asked for early. */
async function arrive(
	{ retryPolicy, signal }: ListReader,
	ahead: ReadAhead,
	offset: number,
	stride: number,
): Promise<Answer> {
	let crowded = false;
	const ask = async () => {
		const { begun, underWay } = ahead;
		const answer = await ahead.request(offset, signal);
		crowded = underWay > 0 || ahead.begun > begun + 1;
		return answer;
	};
	const early = ahead.take(offset);
	const first = early ?? withRetries(ask, retryPolicy, signal);
	ahead.readOn(offset, stride);

	let answer = await first;
	// What was asked for early had no retries, so a failure there decides nothing.
	if (early && 'failure' in answer) answer = await withRetries(ask, retryPolicy, signal);
	// Nor does one that our own other requests may have brought about: once more, alone.
	if (crowded && 'failure' in answer && isPassing(answer.failure)) {
		await ahead.settle();
		answer = await ask();
	}
	return answer;
}
