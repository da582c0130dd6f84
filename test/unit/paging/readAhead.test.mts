import { describe, expect, it } from 'vitest';

import type { Answer } from '../../../nodes/CustomerData/paging/answer';
import { everyField, identityBy } from '../../../nodes/CustomerData/paging/identity';
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
		identity: identityBy(everyField),
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

const CANCELLED: Answer = { failure: { kind: 'cancelled' } };

describe('ReadAhead', () => {
	it('hands out the early page that starts before the offset, and keeps those after it', async () => {
		const { ahead, requestFrom, ended } = readAhead();
		expect(await requestFrom(0)).toEqual([50, 100, 150]);
		expect(ahead.take(51, 1)).toMatchObject({ offset: 50 });
		expect(ended()).toEqual([]);
		expect(ahead.take(51, 1)).toBeUndefined();
	});

	it.each([
		['at the offset', 50, 1],
		['closer before the offset than the overlap', 51, 2],
		['after the offset', 49, 1],
		['more than ten records before the offset', 61, 1],
	])('drops the early pages when the next one starts %s', async (_, offset, overlap) => {
		const { ahead, requestFrom, ended } = readAhead();
		await requestFrom(0);
		expect(ahead.take(offset, overlap)).toBeUndefined();
		expect(ended()).toEqual([50, 100, 150]);
	});

	it('hands out an early page that starts ten records before the offset', async () => {
		const { ahead, requestFrom } = readAhead();
		await requestFrom(0);
		expect(ahead.take(60, 1)).toMatchObject({ offset: 50 });
	});

	it('drops the other early pages when the chain skips one', async () => {
		const { ahead, requestFrom, ended } = readAhead();
		await requestFrom(0);
		expect(ahead.take(101, 1)).toMatchObject({ offset: 100 });
		expect(ended()).toEqual([50, 150]);
	});

	it('drops nothing when no page was requested early', async () => {
		const { ahead, requestFrom } = readAhead();
		expect(ahead.take(20, 1)).toBeUndefined();
		expect(await requestFrom(20)).toEqual([70, 120, 170]);
	});

	it('requests nothing early when a page brings nothing new', async () => {
		const { requestFrom } = readAhead();
		expect(await requestFrom(20, 0)).toEqual([]);
	});

	it('does not narrow the window when a dropped request ends late', async () => {
		const { ahead, requests, requestFrom } = readAhead();
		await requestFrom(0);
		expect(ahead.take(71, 1)).toBeUndefined();
		for (const { answer } of requests) {
			ahead.confirm();
			answer(CANCELLED);
			await nextTurn();
		}
		for (let page = 1; page <= 6; page++) ahead.confirm();
		expect(await requestFrom(500)).toEqual([550, 600, 650]);
	});

	it('requests nothing more early when the service says when to come back', async () => {
		const { ahead, requests, requestFrom } = readAhead();
		await requestFrom(0);
		requests[0]?.answer({
			failure: { kind: 'status', status: 429, messages: [], retryAfter: 1_000 },
		});
		ahead.take(51, 1);
		await nextTurn();
		expect(await requestFrom(50)).toEqual([]);
	});
});
