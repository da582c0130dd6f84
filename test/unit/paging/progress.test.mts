import { expect, it } from 'vitest';

import { PageNotRead } from '../../../nodes/CustomerData/api/failures';
import { Progress } from '../../../nodes/CustomerData/paging/progress';
import { ListModel, optionsFor } from '../support/listModel.mts';
import { range } from '../support/range.mts';
import { VirtualTime } from '../support/virtualTime.mts';

const END = 1_000;

/** Records by their number; the page promises another unless it reaches the end. */
function pageOf(offset: number, ids: number[]) {
	const end = offset + ids.length;
	return { offset, records: ids.map((id) => ({ id })), next: end < END ? end : undefined };
}

function progressIn(start = 0) {
	const time = new VirtualTime();
	const options = optionsFor(new ListModel({ size: END }, time), time);
	return { progress: new Progress(options, start), stats: options.stats };
}

/** Has read the first 100 of the records, in two pages. */
function afterTwoPages() {
	const { progress, stats } = progressIn();
	progress.take(progress.begin(pageOf(0, range(0, 50))));
	progress.take(progress.allOf(pageOf(50, range(50, 100))));
	return { progress, stats };
}

/** Why the read ends after so many times in vain, or nothing. */
function endOf(inVain: () => unknown, times: number): string | undefined {
	try {
		for (let time = 0; time < times; time++) inVain();
		return undefined;
	} catch (error) {
		if (error instanceof PageNotRead) return error.failure.name;
		throw error;
	}
}

it('begins with no overlap but two, whatever the page', () => {
	const { progress } = progressIn();
	for (const length of [0, 1, 2, 3, 50]) {
		expect(progress.wantedOverlap(pageOf(0, range(0, length)))).toBe(2);
	}
});

it('wants three times as many records as neighbors changed places by, up to 60 % of the page', () => {
	const { progress } = afterTwoPages();
	const swapped = [...range(60, 90), 95, 94, 97, 96, 91, 90, 93, 92, 99, 98];
	progress.resumeIn(pageOf(60, [...swapped, ...range(100, 110)]), 100);
	expect(progress.isUnordered).toBe(true);
	expect(progress.wantedOverlap(pageOf(60, range(60, 110)))).toBe(15);
	expect(progress.wantedOverlap(pageOf(60, range(60, 80)))).toBe(12);
});

it('wants no more than 60 % of a full page', () => {
	const { progress } = afterTwoPages();
	const halves = [
		...range(60, 70),
		...range(80, 90),
		...range(70, 80),
		...range(95, 100),
		...range(90, 95),
	];
	progress.resumeIn(pageOf(60, [...halves, ...range(100, 110)]), 100);
	expect(progress.wantedOverlap(pageOf(60, range(60, 110)))).toBe(30);
});

it('takes one step back for a record that others moved, not for neighbors that change places', () => {
	const { progress } = afterTwoPages();
	progress.resumeIn(pageOf(60, [...range(60, 80), 81, 80, ...range(82, 110)]), 100);
	expect(progress.isUnordered).toBe(false);
	expect(progress.wantedOverlap(pageOf(60, range(60, 110)))).toBe(2);
});

it('ends after 30 pages in vain, counted anew after a new record', () => {
	const { progress } = afterTwoPages();
	expect(endOf(() => progress.countInVain(100), 30)).toBeUndefined();
	progress.take(progress.allOf(pageOf(100, [100])));
	expect(endOf(() => progress.countInVain(101), 30)).toBeUndefined();
	expect(endOf(() => progress.countInVain(101), 1)).toBe('unsettled');
});

it('counts pages that repeat records as in vain, and their records as repeated', () => {
	const { progress, stats } = afterTwoPages();
	const again = () => progress.take(progress.allOf(pageOf(100, range(50, 100))));
	expect(endOf(again, 30)).toBeUndefined();
	expect(stats.repeats).toBe(30 * 50);
	expect(endOf(again, 1)).toBe('unsettled');
});

it('counts no last page as in vain', () => {
	const { progress } = afterTwoPages();
	const last = { ...pageOf(100, range(50, 100)), next: undefined };
	expect(endOf(() => progress.take(progress.allOf(last)), 100)).toBeUndefined();
});

it('counts pages that only replace what was dropped as in vain', () => {
	const { progress } = afterTwoPages();
	const shorter = () => {
		progress.take({ page: pageOf(50, range(50, 100)), kept: 50, fresh: range(0, 50) });
	};
	expect(endOf(shorter, 30)).toBeUndefined();
	expect(endOf(shorter, 1)).toBe('unsettled');
});

it('says that the same page came again only where that came for another offset, longer than the overlap', () => {
	for (const [offset, ids, name] of [
		[50, range(50, 100), 'unsettled'],
		[100, range(50, 100), 'samePage'],
		[100, range(100, 150), 'unsettled'],
	] as const) {
		const { progress } = afterTwoPages();
		progress.take(progress.allOf(pageOf(offset, [...ids])));
		expect(endOf(() => progress.countInVain(150), 31)).toBe(name);
	}
	const { progress } = progressIn();
	progress.take(progress.begin(pageOf(0, [1, 2])));
	progress.take(progress.allOf(pageOf(2, [1, 2])));
	expect(endOf(() => progress.countInVain(4), 31)).toBe('unsettled');
});

it('starts over three times, from the front of the whole list alone', () => {
	const whole = progressIn().progress;
	expect(endOf(() => whole.beginAnew(pageOf(0, []), 50), 3)).toBeUndefined();
	expect(endOf(() => whole.beginAnew(pageOf(0, []), 50), 1)).toBe('unsettled');
	const part = progressIn(20).progress;
	expect(endOf(() => part.beginAnew(pageOf(20, []), 50), 1)).toBe('unsettled');
});
