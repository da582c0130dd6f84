import { describe, expect, it } from 'vitest';

import type { Answer } from '../../../nodes/CustomerData/paging/answer';
import { ReadAhead } from '../../../nodes/CustomerData/paging/readAhead';

const never = new AbortController().signal;
const nextTurn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** A service that answers when the test says so. */
function readAhead() {
	const requests: Array<{ offset: number; signal: AbortSignal; answer: (answer: Answer) => void }> =
		[];
	const ahead = new ReadAhead({
		fetchPage: async (offset, signal) =>
			await new Promise<Answer>((answer) => requests.push({ offset, signal, answer })),
		list: 'GetCustomers',
		parallelRequests: 4,
		retryPolicy: {
			maxRetries: 0,
			shouldRetry: () => false,
			sleep: async () => {},
			random: () => 0,
		},
		nextTurn: async () => {},
		signal: never,
	});
	for (let page = 1; page <= 4; page++) ahead.confirm();
	const requestFrom = async (offset: number, stride = 50) => {
		const before = requests.length;
		ahead.readOn(offset, stride);
		await nextTurn();
		return requests.slice(before).map((request) => request.offset);
	};
	const ended = () => requests.filter(({ signal }) => signal.aborted).map(({ offset }) => offset);
	return { ahead, requests, requestFrom, ended };
}

const PAGE: Answer = { page: { records: [], next: undefined } };
const CANCELLED: Answer = { failure: { kind: 'cancelled' } };

describe('ReadAhead', () => {
	it('hands out an early page for exactly its offset, and keeps those behind it', async () => {
		const { ahead, requestFrom, ended } = readAhead();
		expect(await requestFrom(0)).toEqual([50, 100, 150]);
		expect(ahead.take(50)).toBeDefined();
		expect(ended()).toEqual([]);
		expect(ahead.take(50)).toBeUndefined();
	});

	it.each([
		['skips an early page', 100, [50, 150]],
		['stops before the early pages', 20, [50, 100, 150]],
		['goes on between them', 70, [50, 100, 150]],
	])('drops the early pages when the chain %s', async (_, offset, dropped) => {
		const { ahead, requestFrom, ended } = readAhead();
		await requestFrom(0);
		void ahead.take(offset);
		expect(ended()).toEqual(dropped);
		ahead.confirm();
		expect(ahead.take(150)).toBeUndefined();
	});

	it('drops nothing when no page was requested early', async () => {
		const { ahead, requestFrom } = readAhead();
		expect(ahead.take(20)).toBeUndefined();
		expect(await requestFrom(20)).toEqual([70, 120, 170]);
	});

	it('does not narrow the window when a dropped request ends late', async () => {
		const { ahead, requests, requestFrom } = readAhead();
		await requestFrom(0);
		expect(ahead.take(70)).toBeUndefined();
		for (const { answer } of requests) {
			ahead.confirm();
			answer(CANCELLED);
			await nextTurn();
		}
		for (let page = 1; page <= 6; page++) ahead.confirm();
		expect(await requestFrom(500)).toEqual([550, 600, 650]);
	});

	it('knows whether a request had company from its start to its end', async () => {
		const { ahead, requests } = readAhead();
		const attempts = [0, 50].map((offset) => ahead.request(offset, never));
		requests[1]?.answer(PAGE);
		expect(await attempts[1]).toEqual({ ...PAGE, alone: false });
		requests[0]?.answer(PAGE);
		expect(await attempts[0]).toEqual({ ...PAGE, alone: false });
		const last = ahead.request(0, never);
		requests[2]?.answer(PAGE);
		expect(await last).toEqual({ ...PAGE, alone: true });
	});
});
