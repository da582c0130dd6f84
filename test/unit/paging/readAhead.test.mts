import { expect, it } from 'vitest';

import type { Answer } from '../../../nodes/CustomerData/paging/answer';
import { ReadAhead } from '../../../nodes/CustomerData/paging/readAhead';

it('does not narrow the window when a dropped request ends late', async () => {
	const asked: number[] = [];
	const endings: Array<() => void> = [];
	const fetchPage = async (offset: number, signal: AbortSignal) => {
		asked.push(offset);
		return await new Promise<Answer>((resolve) => {
			const end = () => resolve({ failure: { kind: 'cancelled' } });
			signal.addEventListener('abort', () => endings.push(end), { once: true });
		});
	};
	const ahead = new ReadAhead({
		fetchPage,
		list: 'GetCustomers',
		parallelRequests: 4,
		retryPolicy: {
			maxRetries: 0,
			shouldRetry: () => false,
			sleep: async () => {},
			random: () => 0,
		},
		nextTurn: async () => {},
		signal: new AbortController().signal,
	});
	const askFrom = async (offset: number) => {
		asked.length = 0;
		ahead.readOn(offset, 50);
		await new Promise((resolve) => setImmediate(resolve));
		return asked;
	};

	for (let page = 1; page <= 4; page++) ahead.confirm();
	expect(await askFrom(0)).toEqual([50, 100, 150]);
	expect(ahead.take(70)).toBeUndefined();
	for (const end of endings) {
		ahead.confirm();
		end();
		await new Promise((resolve) => setImmediate(resolve));
	}
	for (let page = 1; page <= 6; page++) ahead.confirm();
	expect(await askFrom(500)).toEqual([550, 600, 650]);
});
