import { describe, expect, it } from 'vitest';

import type { Answer } from '../../../nodes/CustomerData/paging/answer';
import { readConsistently } from '../../../nodes/CustomerData/paging/consistentPages';
import { PageNotRead } from '../../../nodes/CustomerData/paging/failure';
import { everyField, identityBy } from '../../../nodes/CustomerData/paging/identity';

interface Service {
	/** The record at an index, at the nth request. */
	recordAt?: (index: number, request: number) => string;
	/** Where the page that is asked for starts. */
	startOf?: (offset: number) => number;
	/** What x-page-next says. */
	nextAfter?: (start: number, offset: number) => number;
	/** An offset without an answer. */
	lostAt?: number;
}

const floored = (offset: number) => offset - (offset % 50);

/** How a Consistent Read of a list without an end ends. */
async function endOf({
	recordAt = String,
	startOf = (offset) => offset,
	nextAfter = (start) => start + 50,
	lostAt,
}: Service) {
	let requests = 0;
	const fetchPage = async (offset: number): Promise<Answer> => {
		const request = requests++;
		if (offset === lostAt) return { failure: { kind: 'connection', code: 'ECONNRESET' } };
		const start = startOf(offset);
		const next = nextAfter(start, offset);
		const found = `x-page-next: ${next}`;
		if (next !== offset + 50) return { failure: { kind: 'notAPage', found } };
		const page = Array.from({ length: 50 }, (_, index) => recordAt(start + index, request));
		return { page: { records: page.map((name) => ({ name })), next } };
	};
	const read = readConsistently(
		{
			list: 'GetCustomers',
			fetchPage,
			parallelRequests: 4,
			identity: identityBy(everyField),
			retryPolicy: {
				maxRetries: 3,
				shouldRetry: () => false,
				sleep: async () => {},
				random: Math.random,
			},
			nextTurn: async () => {},
			signal: new AbortController().signal,
		},
		0,
	);
	try {
		while (requests < 100) await read.next();
	} catch (error) {
		if (error instanceof PageNotRead) return error.failure.kind;
		throw error;
	}
	throw new Error('The read does not end');
}

describe('a service whose pages start at multiples of 50', () => {
	it.each([
		['promises the next page from there', (start: number) => start + 50],
		[
			'promises the next page from the requested offset',
			(_: number, offset: number) => offset + 50,
		],
	])('is told from a list that changes when it %s', async (_, nextAfter) => {
		expect(await endOf({ startOf: floored, nextAfter })).toBe('misaligned');
	});
});

describe('a list that changes too fast', () => {
	it('is not blamed on where pages start when records are added at the front', async () => {
		const recordAt = (index: number, request: number) => String(index - request);
		const shuffled = (index: number, request: number) =>
			request < 36 ? `${index} ${request}` : recordAt(index, request);
		expect(await endOf({ recordAt: shuffled })).toBe('unsettled');
	});

	it('is not blamed on where pages start when its first records are equal', async () => {
		const recordAt = (index: number, request: number) =>
			index < 2 ? 'equal' : `${index} ${request}`;
		expect(await endOf({ recordAt })).toBe('unsettled');
	});

	it('is not blamed on where pages start when the page that would show it is lost', async () => {
		const recordAt = (index: number, request: number) => `${index} ${request}`;
		expect(await endOf({ recordAt, lostAt: 1 })).toBe('unsettled');
	});
});

describe('a page that contradicts itself', () => {
	it('is not blamed on where pages start when others do not', async () => {
		const nextAfter = (start: number) => start + (start === 96 ? 1 : 50);
		expect(await endOf({ nextAfter })).toBe('notAPage');
	});
});
