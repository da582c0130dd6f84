import { expect, it, vi } from 'vitest';

import { nextTurn, pause } from '../../../nodes/CustomerData/read/pause';

const sleep = vi.hoisted(() => vi.fn<(ms: number, signal?: AbortSignal) => Promise<void>>());

// Stands for n8n's `sleep`, also that of older hosts, which ignores the signal.
vi.mock('n8n-workflow', () => ({ sleep }));

it('waits the whole time in slices of at most a second', async () => {
	sleep.mockReset().mockResolvedValue();
	await pause(2_500, new AbortController().signal);
	expect(sleep.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([1000, 1000, 500]);
});

it('returns at once when there is no time to wait', async () => {
	sleep.mockReset().mockResolvedValue();
	await pause(0, new AbortController().signal);
	expect(sleep).not.toHaveBeenCalled();
});

it('ends with the slice in which the signal fires where the host ignores it', async () => {
	const controller = new AbortController();
	sleep.mockReset().mockImplementation(async () => controller.abort());
	await pause(60_000, controller.signal);
	expect(sleep).toHaveBeenCalledTimes(1);
});

it("does not reject when the signal fires, even if n8n's sleep does", async () => {
	const controller = new AbortController();
	sleep.mockReset().mockImplementation(async () => {
		controller.abort();
		throw new Error('aborted');
	});
	await expect(pause(60_000, controller.signal)).resolves.toBeUndefined();
});

it('resolves after pending work in the event loop has run', async () => {
	sleep.mockReset().mockImplementation(async (milliseconds) => {
		await new Promise((resolve) => setTimeout(resolve, milliseconds));
	});
	const order: string[] = [];
	setTimeout(() => order.push('due'), 0);
	await nextTurn();
	order.push('next');
	expect(order).toEqual(['due', 'next']);
});
