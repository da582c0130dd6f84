import type { Page } from '../api/page';
import { failure, type Failed } from '../errors/failures';
import { LARGEST_GROUP, nextIn, OVERLAP, setbacksIn } from './continuation';
import { follow, requestFollowing } from './followed';
import type { Step } from './memory';
import { TRIES, whyNoOverlap } from './overlap';
import type { Continuation } from './pagingOptions';
import type { Misfit, Reading } from './reading';

/** The largest share of a page that overlaps: a group of equal rows, and half of the one before. */
const WIDE = 1.5 * LARGEST_GROUP;

/** How a read goes on where pages cannot be chained: by the service's own next page, or by counting. */
export type Unchained = { own: Page } | { counted: Misfit };

/**
 * Reads pages that overlap: each has to continue what was read. Where one does not, pages further back are asked
 * for, down to the front. The end is a page that promises no more.
 */
export class Chain {
	/** Whether a page has shown that pages can overlap. */
	private isProven = false;
	/** By how many places neighbors were seen to change places: 0 while the order is stable. */
	private disorder = 0;
	/** Whether even one record was seen to change places with a neighbor: others can have moved it. */
	private isTwisted = false;
	private restarts = 0;

	constructor(private readonly reading: Reading) {}

	async *read(): AsyncGenerator<Continuation, Unchained | undefined, void> {
		const { reading } = this;
		let stride = 0;
		let step: Step | Unchained = reading.allOf(await reading.request(reading.start), 0);
		while ('page' in step) {
			const { page, fresh } = step;
			yield reading.take(step);
			if (page.next !== undefined) stride = page.next - page.offset;
			// After a gap, the service may have miscounted: only a page without new records is the end.
			const isEnd = page.next === undefined && !(reading.memory.hasGaps && fresh.length > 0);
			if (isEnd) {
				if (!(await this.isContradicted())) return undefined;
				reading.missPage();
			}
			reading.at = page.next ?? page.offset + (isEnd ? page.records.length : stride);
			step = await this.nextStep();
		}
		return step;
	}

	/** Whether more was seen beyond the end: before the read went back, or on a page that is on its way. */
	private async isContradicted(): Promise<boolean> {
		const { pages, memory } = this.reading;
		for (const page of this.isProven ? await pages.onTheirWay() : []) memory.see(page);
		return memory.hasSeenMore;
	}

	private async nextStep(): Promise<Step | Unchained> {
		const { reading, disorder, isProven } = this;
		const { pages, options, memory, at } = reading;
		const { offset, records, next } = memory.last;
		const wide = Math.min(3 * disorder, Math.floor(WIDE * records.length));
		const overlap = Math.max(OVERLAP, wide);
		// If the service counts records that it does not return, the overlap lies further back.
		const expected = Math.max(0, offset + records.length - overlap);
		const isTooShort = expected <= offset && next !== undefined;
		if (isTooShort) return await this.readOn();
		if (reading.isStuck) throw this.stuck();
		const near = await pages.page(expected, {
			// Less the records that the service counts but does not return.
			stride: records.length - overlap - (at - offset - records.length),
			slack: Math.floor(LARGEST_GROUP * records.length),
			maxRetries: isProven ? options.maxRetries : Math.min(1, options.maxRetries),
		});
		if (!('failure' in near)) return await this.lookBack(near);
		const { name } = near.failure;
		if (isProven || name === 'canceled') throw reading.notRead(near.failure);
		return await this.findOutWhy(expected, near);
	}

	/**
	 * Where the last page is too short to overlap, takes the one that it names. If it brought nothing new, and still does
	 * not once that one is empty, nothing can stand between them.
	 */
	private async readOn(): Promise<Step> {
		const { reading } = this;
		const { memory } = reading;
		const page = await requestFollowing(reading);
		const isEnd = page.records.length === 0 && memory.isIdle;
		if (isEnd && (await reading.stillShow(memory.taken.slice(-1)))) return reading.allOf(page);
		return follow(reading, page);
	}

	private async lookBack(near: Page): Promise<Step | Unchained> {
		const { reading } = this;
		for (let page = near; ; reading.missPage()) {
			const next = this.nextIn(page);
			if (next && !this.leavesPlaces(next)) return next;
			const again = next && (await this.lookAgain(page));
			if (next && again === 'added') return next;
			reading.pages.drop();
			if (again === 'same') return await this.unchained(page);
			if (reading.isStuck) throw this.stuck();
			if (again && again !== 'added') {
				page = again;
				continue;
			}
			if (!this.isProven && page !== near) return await this.findOutWhy(near.offset, near);
			if (page.offset === 0) return await this.beginAnew(page);
			const further = await reading.pages.page(this.placeBefore(page.offset));
			if (!('failure' in further)) page = further;
			else if (this.isProven) throw reading.notRead(further.failure);
			else return await this.findOutWhy(near.offset, near);
		}
	}

	/** Half a page back, then twice as far each time. */
	private placeBefore(offset: number): number {
		const { at, memory } = this.reading;
		const share = this.disorder > 0 ? WIDE : 0.5;
		const first = Math.ceil(share * (at - memory.last.offset));
		return Math.max(0, at - Math.max(first, 2 * (at - offset)));
	}

	private async findOutWhy(offset: number, answer: Page | Failed): Promise<Step | Unchained> {
		const { reading } = this;
		const { own, near, front, again } = await whyNoOverlap(reading, offset, answer);
		if (again) return reading.allOf(again, 0);
		if (own) return 'failure' in own ? reading.allOf(reading.pageOrEnd(own)) : { own };
		if (near && 'failure' in answer) return await this.lookBack(near);
		this.isProven = true;
		if (near) return await this.unchained(near);
		if (front && reading.start === 0) return await this.beginAnew(front);
		if ('failure' in answer) throw reading.notRead(answer.failure);
		return await this.lookBack(answer);
	}

	private nextIn(page: Page): Step | undefined {
		const { memory, at } = this.reading;
		const { size } = memory;
		const { records } = page;
		const back = at - page.offset;
		const gaps = memory.gapsFrom(page);
		const overlap = memory.overlapWith(records, OVERLAP, back, gaps);
		// Where it begins as it was read, what stands further ahead is equal, and was not moved.
		const setbacks = overlap ? [] : setbacksIn(memory.placesOf(memory.idsOf(records)), size);
		this.isTwisted ||= setbacks.length > 0;
		if (setbacks.length > 1) this.disorder = Math.max(this.disorder, ...setbacks);
		const isStable = this.disorder === 0;
		const next = nextIn(page, memory, { back, size, overlap, gaps, isStable });
		if (!next) return undefined;
		// The same page again does not prove that pages overlap.
		this.isProven ||= next.fresh.length > 0 || !memory.isAs(records, memory.taken.at(-1));
		return this.isProven ? next : undefined;
	}

	/** Whether the page shows records further back than they were read, so that no record fills some places. */
	private leavesPlaces({ page, kept, fresh }: Step): boolean {
		const { memory, at } = this.reading;
		const unfilled = page.offset + page.records.length - at - (kept + fresh.length - memory.count);
		return unfilled > 0 && !memory.hasGaps;
	}

	/**
	 * Whether others have added records before this page: then the page before shows that. If one of the two shows
	 * something else instead, the page before is to be judged as it is now. Others can undo an addition before one page,
	 * and redo it before the next, so each is asked for twice.
	 */
	private async lookAgain(page: Page): Promise<'added' | 'same' | Page> {
		const { reading } = this;
		const { memory } = reading;
		const shown = { offset: page.offset, ids: memory.idsOf(page.records) };
		const [before = shown] = memory.taken.slice(-1);
		for (const one of [before, shown, before, shown]) {
			const now = await reading.request(one.offset);
			if (memory.isAs(now.records, one)) continue;
			if (one === shown) return await reading.request(before.offset);
			return memory.hasShrunk(one, now.records) ? now : 'added';
		}
		return 'same';
	}

	/** Nothing of what was read is left at the front, or all of it is, and the order is not stable. */
	private async beginAnew(page: Page): Promise<Step | Unchained> {
		const { reading, disorder } = this;
		const { memory, start } = reading;
		if (disorder > 0 && memory.isAs(page.records, memory.taken[0]))
			return await this.unchained(page);
		this.restarts += 1;
		// Only a read of the whole list can begin anew.
		if (start > 0 || this.restarts > TRIES) throw this.stuck();
		return reading.allOf(page, 0);
	}

	/**
	 * Counting helps where neighbors change places. Pages on which none do so come from different moments, or from a
	 * service that shows one page again and again.
	 */
	private async unchained({ offset, records, next }: Page): Promise<Unchained> {
		const { reading } = this;
		if (this.isTwisted) return { counted: this.misfit };
		const after = next === undefined ? undefined : await reading.request(next);
		const shown = { offset, ids: reading.memory.idsOf(records) };
		const isSame = after && records.length > OVERLAP && reading.memory.isAs(after.records, shown);
		throw isSame ? reading.notRead(failure('samePage')) : this.stuck();
	}

	private stuck() {
		return this.reading.stuck(this.misfit);
	}

	private get misfit(): Misfit {
		return this.disorder > 0 ? 'unordered' : 'unsettled';
	}
}
