import { asksForTooLong, failure as failureOf, type Failure } from '../api/failures';
import type { Page, PageOrFailure } from '../api/page';
import type { Clock } from './gate';

export interface RetryPolicy {
	/** Further requests after the first one, 0 to 10. */
	maxRetries: number;
	clock: Clock;
	/** From 0 up to 1, like `Math.random`. */
	random: () => number;
}

/** What came of a request, and when it failed if it did. */
export type Attempt = { page: Page } | { failure: Failure; at: number };

/** The first wait is at most a second; each further one can be twice as long. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/**
 * Requests until there is a page, a failure that a retry cannot fix, or no retry left. Waits with
 * exponential back-off and full jitter, counted from the failure; for Retry-After, the gate adds what is
 * missing. Where the service asks for too long, the failure is returned at once.
 *
 * @param attempt gets the number of the retry, 0 at first
 */
export async function withRetries(
	attempt: (retry: number) => Promise<Attempt>,
	{ maxRetries, clock, random }: RetryPolicy,
	signal: AbortSignal,
): Promise<PageOrFailure> {
	let last: Failure | undefined;
	for (let retry = 0; ; retry++) {
		const answer = await attempt(retry);
		if (!('failure' in answer)) return answer;
		const { failure } = answer;
		if (failure.name === 'cancelled') {
			return { failure: { ...failure, ...(last && { after: last }) } };
		}
		if (!failure.isTransient || asksForTooLong(failure) || retry === maxRetries) return answer;
		last = failure;
		const wait = random() * Math.min(FIRST_WAIT * 2 ** retry, LONGEST_WAIT);
		await clock.sleep(answer.at + wait - clock.now(), signal);
		if (signal.aborted) return { failure: failureOf('cancelled', { after: last }) };
	}
}
