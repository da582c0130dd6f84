import type { Page } from '../api/page';
import { asksForTooLong, type Failed, type Failure } from '../errors/failures';
import type { Gate } from './gate';

/** Milliseconds. The first wait is at most a second; each further one can be twice as long. */
const FIRST_WAIT = 1_000;
const LONGEST_BACKOFF = 30_000;

/**
 * Requests until there is a page, a failure that a retry cannot fix, or no retry left. Waits with
 * exponential back-off and jitter. After status 429, all other requests wait as well; after Retry-After, all
 * do for as long as it says, because `Prefetch` closes the gate.
 *
 * @param attempt gets the number of the retry, 0 at first
 * @param maxRetries further requests after the first one, 0 to 10
 */
export async function withRetries(
	attempt: (retry: number) => Promise<Page | Failed>,
	maxRetries: number,
	gate: Gate,
	signal: AbortSignal,
): Promise<Page | Failed> {
	const { sleep, random } = gate.clock;
	let last: Failure | undefined;
	for (let retry = 0; ; retry++) {
		const answer = await attempt(retry);
		if (!('failure' in answer)) return answer;
		const { failure } = answer;
		if (failure.name === 'canceled' && last) return { failure: { ...failure, after: last } };
		if (!failure.isTransient || asksForTooLong(failure) || retry === maxRetries) {
			return { failure: { ...failure, retries: retry } };
		}
		last = failure;
		const longest = Math.min(FIRST_WAIT * 2 ** retry, LONGEST_BACKOFF);
		// The longest of three draws: so five retries outlast ten seconds 999 times in a thousand.
		const wait = Math.max(random(), random(), random()) * longest;
		if (failure.name === 'rateLimited') gate.close(wait);
		await sleep(wait, signal);
	}
}
