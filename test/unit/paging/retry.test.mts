import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Failure } from '../../../nodes/CustomerData/paging/failure';
import type { Answer } from '../../../nodes/CustomerData/paging/answer';
import { withRetries } from '../../../nodes/CustomerData/paging/retry';
import { isTransient } from '../../../nodes/CustomerData/transport/statuses';

const page: Answer = { page: { records: [], next: undefined } };
const status = (code: number, retryAfter?: number): Failure => ({
	kind: 'status',
	status: code,
	messages: [],
	retryAfter,
});

/** Returns the failures in turn, then a page. */
async function run(failures: Failure[], maxRetries: number, random = () => 1) {
	const signal = new AbortController().signal;
	const waits: number[] = [];
	let tries = 0;
	const sleep = async (milliseconds: number) => {
		waits.push(milliseconds);
	};
	const attempt = async (): Promise<Answer> => {
		const failure = failures[tries++];
		return failure ? { failure } : page;
	};
	const policy = { maxRetries, shouldRetry: isTransient, sleep, random };
	const answer = await withRetries(attempt, policy, signal);
	return { answer, tries, waits };
}

describe('withRetries', () => {
	it.each([408, 429, 500, 502, 503, 504])('retries after status %d', async (code) => {
		expect(await run([status(code)], 3)).toMatchObject({ answer: page, tries: 2 });
	});

	it.each<Failure>([
		{ kind: 'connection', code: 'ECONNRESET' },
		{ kind: 'proxy', code: 'ECONNREFUSED' },
		{ kind: 'timeout', milliseconds: 1 },
	])('retries after $kind', async (failure) => {
		expect(await run([failure, failure], 3)).toMatchObject({ answer: page, tries: 3 });
	});

	it.each<Failure>([
		...[201, 204, 400, 401, 403, 404, 407, 410, 422, 501].map((code) => status(code)),
		{ kind: 'certificate', code: 'CERT_HAS_EXPIRED' },
		{ kind: 'handshake', code: 'EPROTO' },
		{ kind: 'protocol', code: 'EPROTO' },
		{ kind: 'notSent', reason: 'blocked' },
		{ kind: 'redirect', status: 302, location: 'http://elsewhere.example.com' },
		{ kind: 'refused', messages: [] },
		{ kind: 'notAPage', found: 'JSON that is a list' },
		{ kind: 'cancelled' },
	])('does not retry a lasting failure: %j', async (failure) => {
		expect(isTransient(failure)).toBe(false);
		expect(await run([failure], 3)).toEqual({ answer: { failure }, tries: 1, waits: [] });
	});

	it('keeps the last failure when a retry is cancelled', async () => {
		const { answer } = await run([status(503), { kind: 'cancelled' }], 3);
		expect(answer).toEqual({ failure: { kind: 'cancelled', after: status(503) } });
	});

	it('keeps the last failure when the wait is cancelled', async () => {
		const controller = new AbortController();
		const sleep = async () => controller.abort();
		const answer = await withRetries(
			async () => ({ failure: status(503) }),
			{ maxRetries: 3, shouldRetry: isTransient, sleep, random: () => 0 },
			controller.signal,
		);
		expect(answer).toEqual({ failure: { kind: 'cancelled', after: status(503) } });
	});

	it('retries as often as allowed, waits before each retry, and not after the last one', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 10 }), async (maxRetries) => {
				const failures = Array.from({ length: 20 }, () => status(503));
				const { answer, tries, waits } = await run(failures, maxRetries);
				expect(answer).toEqual({ failure: status(503) });
				expect(tries).toBe(maxRetries + 1);
				expect(waits).toHaveLength(maxRetries);
			}),
		);
	});

	it('doubles the longest wait with each retry, up to 30 seconds', async () => {
		const { waits } = await run(
			Array.from({ length: 10 }, () => status(503)),
			8,
		);
		expect(waits).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
	});

	it('waits a random share of that, so that workflows do not all retry at once', async () => {
		await fc.assert(
			fc.asyncProperty(fc.double({ min: 0, max: 0.999, noNaN: true }), async (chance) => {
				const { waits } = await run([status(503), status(503)], 3, () => chance);
				expect(waits).toEqual([1000 * chance, 2000 * chance]);
			}),
		);
	});

	it.each([0, 5_000, 60_000])('waits as long as a Retry-After of %d ms asks for', async (wait) => {
		expect(await run([status(429, wait)], 3)).toEqual({ answer: page, tries: 2, waits: [wait] });
	});

	it.each([60_001, 3_600_000, Infinity])(
		'returns the failure at once when Retry-After asks for more than a minute: %d ms',
		async (wait) => {
			const failure = status(503, wait);
			expect(await run([failure], 3)).toEqual({ answer: { failure }, tries: 1, waits: [] });
			const { answer, waits } = await run([status(503, 5_000), failure], 3);
			expect({ answer, waits }).toEqual({ answer: { failure }, waits: [5_000] });
		},
	);
});
