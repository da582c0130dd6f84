import { describe, expect, it } from 'vitest';
import { Prefetch } from '../../../nodes/CustomerData/paging/prefetch';
import { Window } from '../../../nodes/CustomerData/paging/window';
import { ListModel, optionsFor } from '../../model/listModel.mts';
import { VirtualTime } from '../../model/virtualTime.mts';

/** Four requests at a time. The first page, at 0, opened the window; the second, at 50, has three early ones behind it. */
async function prefetching(signal = new AbortController().signal) {
	const time = new VirtualTime();
	const list = new ListModel({ size: 1_000 }, time);
	const options = optionsFor(list, time);
	const asked: Array<{ offset: number; signal: AbortSignal }> = [];
	const prefetch = new Prefetch({
		...options,
		signal,
		async fetchPage(offset, signal) {
			asked.push({ offset, signal });
			return await options.fetchPage(offset, signal);
		},
	});
	const read = async (...page: Parameters<typeof prefetch.page>) =>
		await time.during(prefetch.page(...page));
	await read(0, { stride: 50 });
	await read(50, { stride: 50 });
	const offsets = () => asked.map(({ offset }) => offset);
	const ended = () => asked.flatMap(({ signal }, nth) => (signal.aborted ? [nth] : []));
	return { prefetch, read, offsets, ended };
}

describe('early requests', () => {
	it.each([
		[100, 0, 100],
		[105, 5, 100],
		[105, 4, 105],
		[95, 50, 95],
	])('serve a page at %d with a slack of %d from %d on', async (at, slack, offset) => {
		const { read, offsets, ended } = await prefetching();
		expect(await read(at, { slack })).toMatchObject({ offset });
		const isUsed = offset === 100;
		expect(offsets().slice(5)).toEqual(isUsed ? [] : [offset]);
		expect(ended()).toEqual(isUsed ? [] : [2, 3, 4]);
	});

	it('fill the window, end when they are dropped, and are fewer then until pages arrive', async () => {
		const { prefetch, read, offsets, ended } = await prefetching();
		expect(offsets()).toEqual([0, 50, 100, 150, 200]);
		prefetch.drop();
		expect(ended()).toEqual([2, 3, 4]);
		await read(100, { stride: 50 });
		expect(offsets().slice(5)).toEqual([100]);
		await read(150, { stride: 50 });
		expect(offsets().slice(6)).toEqual([150, 200]);
	});

	it('end with the read when that is canceled, after a drop, too', async () => {
		const controller = new AbortController();
		const { prefetch, read, ended } = await prefetching(controller.signal);
		prefetch.drop();
		await read(100, { stride: 50 });
		await read(150, { stride: 50 });
		controller.abort();
		expect(ended()).toEqual([...Array(8).keys()]);
	});
});

/** The sizes that a window takes on: `+` for a page that arrives, `-` for a failure. */
function sizes(max: number, steps: string): number[] {
	const window = new Window(max);
	const first = window.size;
	const after = [...steps].map((step) => {
		if (step === '+') window.widen();
		else window.narrow();
		return window.size;
	});
	return [first, ...after];
}

it.each<[string, number, string, number[]]>([
	['starts with one request at a time', 16, '', [1]],
	['opens to the maximum with the first page', 4, '+++', [4, 4, 4]],
	['waits for a page after a failure, and is half as wide then', 16, '+-+', [16, 1, 8]],
	['has one request at least', 1, '+-+', [1, 1, 1]],
	['narrows once for however many failures before the next page', 16, '+---+', [1, 1, 1, 8]],
	['does not narrow before the first page', 16, '---+', [1, 1, 16]],
	[
		'opens by one with every sixteen pages, up to the maximum',
		4,
		`+-${'+'.repeat(64)}`,
		[2, ...Array(16).fill(3), ...Array(33).fill(4)],
	],
])('a window %s', (_, max, steps, expected) => {
	expect(sizes(max, steps).slice(-expected.length)).toEqual(expected);
});
