import type { Failure } from './failure';
import type { Answer } from './page';

/** How persistent to be; time and chance are handed in. */
export interface RetryPolicy {
	/** Tries after the first one, 0 to 10. */
	maxRetries: number;
	/** Resolves after so many milliseconds, or as soon as the signal fires. */
	sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
	/** From 0 up to 1, as `Math.random`. */
	random: () => number;
}

/** The first wait lies between nothing and a second; each further one can be twice as long. */
const FIRST_WAIT = 1_000;
const LONGEST_BACK_OFF = 30_000;
/** A service can ask for a longer wait than that, but an execution is not held up any longer. */
const LONGEST_RETRY_AFTER = 60_000;

const PASSING_STATUSES = [408, 429, 500, 502, 503, 504];

/** Whether the same request may well succeed a little later. */
export function isPassing(failure: Failure): boolean {
	return (
		failure.kind === 'connection' ||
		failure.kind === 'timeout' ||
		(failure.kind === 'status' && PASSING_STATUSES.includes(failure.status))
	);
}

/**
 * Tries until there is a page, a failure that will not pass, or no try left. Waits in between with
 * exponential back-off and full jitter, or as long as the service asks for.
 */
export async function withRetries(
	attempt: () => Promise<Answer>,
	{ maxRetries, sleep, random }: RetryPolicy,
	signal: AbortSignal,
): Promise<Answer> {
	let after: Failure | undefined;
	for (let retry = 0; ; retry++) {
		const answer = await attempt();
		if (!('failure' in answer)) return answer;
		if (answer.failure.kind === 'cancelled') return { failure: { kind: 'cancelled', after } };
		if (!isPassing(answer.failure) || retry === maxRetries) return answer;
		after = answer.failure;
		await sleep(waitBefore(retry, after, random), signal);
		if (signal.aborted) return { failure: { kind: 'cancelled', after } };
	}
}

function waitBefore(retry: number, failure: Failure, random: () => number): number {
	const retryAfter = failure.kind === 'status' ? failure.retryAfter : undefined;
	if (retryAfter !== undefined) return Math.min(retryAfter, LONGEST_RETRY_AFTER);
	return random() * Math.min(FIRST_WAIT * 2 ** retry, LONGEST_BACK_OFF);
}
