/** What an absurd number of seconds stands for (RFC 9111, section 1.2.2). */
const MOST_SECONDS = 2 ** 31;

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date (RFC 9110, section 10.2.3).
 *
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait, 0 or more; `undefined` when the header cannot be read
 */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
	if (text === undefined) return undefined;
	if (/^\d+$/.test(text)) return Math.min(Number(text), MOST_SECONDS) * 1000;
	// A date begins with the day of the week; `Date.parse` alone would make one of "-5".
	const date = /^[a-z]/i.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
