import type { Answer } from './answer';
import type { Failure } from './failure';

export interface RetryPolicy {
	/** Further requests after the first one, 0 to 10. */
	maxRetries: number;
	/** Whether the same request may succeed a little later. */
	shouldRetry: (failure: Failure) => boolean;
	/** Resolves after so many milliseconds, or as soon as the signal fires. */
	sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
	/** From 0 up to 1, like `Math.random`. */
	random: () => number;
}

/** The first wait is at most a second; each further one can be twice as long. */
const FIRST_WAIT = 1_000;
const LONGEST_BACK_OFF = 30_000;
/** The longest `Retry-After` that is waited for, in milliseconds. */
export const LONGEST_RETRY_AFTER = 60_000;

/**
 * Requests until there is a page, a failure that a retry cannot mend, or no retry left. Waits with
 * exponential back-off and full jitter, or as long as the service asks for. Where it asks for more
 * than `LONGEST_RETRY_AFTER`, the failure is returned at once.
 *
 * @param attempt gets the number of retries that are left
 */
export async function withRetries(
	attempt: (retriesLeft: number) => Promise<Answer>,
	{ maxRetries, shouldRetry, sleep, random }: RetryPolicy,
	signal: AbortSignal,
): Promise<Answer> {
	let after: Failure | undefined;
	for (let retry = 0; ; retry++) {
		const answer = await attempt(maxRetries - retry);
		if (!('failure' in answer)) return answer;
		const { failure } = answer;
		if (failure.kind === 'cancelled') return { failure: { ...failure, after } };
		if (!shouldRetry(failure) || asksForTooLong(failure) || retry === maxRetries) return answer;
		after = failure;
		await sleep(waitBefore(retry, after, random), signal);
		if (signal.aborted) return { failure: { kind: 'cancelled', after } };
	}
}

export function retryAfterOf(failure: Failure): number | undefined {
	return failure.kind === 'status' ? failure.retryAfter : undefined;
}

export function asksForTooLong(failure: Failure): boolean {
	return (retryAfterOf(failure) ?? 0) > LONGEST_RETRY_AFTER;
}

function waitBefore(retry: number, failure: Failure, random: () => number): number {
	const backOff = Math.min(FIRST_WAIT * 2 ** retry, LONGEST_BACK_OFF);
	return retryAfterOf(failure) ?? random() * backOff;
}
