import type { Page } from '../api/page';
import { nextIn, OVERLAP, setbacksIn } from './continuation';
import type { Step } from './memory';
import type { Misfit, Reading } from './reading';
import type { Verdict } from './verdicts';

/** Checks whether pages continue what was read, and remembers what they show of the service. */
export class OverlapCheck {
	/** Whether a page has shown that pages can overlap. */
	isProven = false;
	/** By how many places neighbors were seen to change places: 0 while the order is stable. */
	disorder = 0;
	/** Whether even one record was seen to change places with a neighbor: others can have moved it. */
	isTwisted = false;

	constructor(private readonly reading: Reading) {}

	get misfit(): Misfit {
		return this.disorder > 0 ? 'unordered' : 'unsettled';
	}

	/** @param page starts before the end of what was read */
	async verdictOn(page: Page): Promise<Verdict> {
		const step = this.stepIn(page);
		if (!step) return { is: 'apart' };
		return this.leavesPlaces(step) ? await this.lookAgain(step) : { is: 'continues', step };
	}

	private stepIn(page: Page): Step | undefined {
		const { memory, at } = this.reading;
		const { size } = memory;
		const { records } = page;
		const back = at - page.offset;
		const gaps = memory.gapsFrom(page);
		const overlap = memory.overlapWith(records, OVERLAP, back, gaps);
		// If the page begins as it was read, records further ahead are equal ones, and were not moved.
		const setbacks = overlap ? [] : setbacksIn(memory.placesOf(memory.idsOf(records)), size);
		this.isTwisted ||= setbacks.length > 0;
		if (setbacks.length > 1) this.disorder = Math.max(this.disorder, ...setbacks);
		const isStable = this.disorder === 0;
		const step = nextIn(page, memory, { back, size, overlap, gaps, isStable });
		if (!step) return undefined;
		// The same page again does not prove that pages overlap.
		this.isProven ||= step.fresh.length > 0 || !memory.isAs(records, memory.taken.at(-1));
		return this.isProven ? step : undefined;
	}

	/** Whether the page shows records further back than they were read, so that no record fills some places. */
	private leavesPlaces({ page, kept, fresh }: Step): boolean {
		const { memory, at } = this.reading;
		const unfilled = page.offset + page.records.length - at - (kept + fresh.length - memory.count);
		return unfilled > 0 && !memory.hasGaps;
	}

	/**
	 * Finds out whether the page leaves places because others have added records before it: then the page before shows
	 * that. If one of the two shows something else instead, the page before is to be judged as it is now. Others can undo
	 * an addition before one page, and redo it before the next, so each page is requested twice.
	 */
	private async lookAgain(step: Step): Promise<Verdict> {
		const { reading } = this;
		const { memory } = reading;
		const { offset, records } = step.page;
		const shown = { offset, ids: memory.idsOf(records) };
		const [before = shown] = memory.taken.slice(-1);
		for (const one of [before, shown, before, shown]) {
			const now = await reading.request(one.offset);
			if (memory.isAs(now.records, one)) continue;
			if (one === shown) return { is: 'changed', page: await reading.request(before.offset) };
			const isShorter = memory.hasShrunk(one, now.records);
			return isShorter ? { is: 'changed', page: now } : { is: 'continues', step };
		}
		return { is: 'displaced' };
	}
}
