import type { Page } from '../api/page';
import { failure } from '../errors/failures';
import { LARGEST_GROUP, OVERLAP } from './continuation';
import { follow, requestFollowing } from './followed';
import { TRIES, whyNoOverlap } from './overlap';
import { OverlapCheck } from './overlapCheck';
import type { Continuation } from './pagingOptions';
import type { Reading } from './reading';
import type { ChainEnd, NoOverlap, WayOn } from './verdicts';

/** The largest share of a page that overlaps: a group of equal rows, and half of the one before. */
const WIDE = 1.5 * LARGEST_GROUP;

/**
 * Reads pages that overlap: each has to continue what was read. If a page does not, pages further back are requested,
 * down to the front. The end is a page that promises no more.
 */
export class Chain {
	private readonly check: OverlapCheck;
	private restarts = 0;

	constructor(private readonly reading: Reading) {
		this.check = new OverlapCheck(reading);
	}

	async *read(): AsyncGenerator<Continuation, ChainEnd, void> {
		const { reading } = this;
		let stride = 0;
		let way = this.allOf(await reading.request(reading.start), 0);
		while (way.is === 'continues') {
			const { page, fresh } = way.step;
			yield reading.take(way.step);
			if (page.next !== undefined) stride = page.next - page.offset;
			// After a gap, the service may have miscounted: only a page without new records is the end.
			const isEnd = page.next === undefined && !(reading.memory.hasGaps && fresh.length > 0);
			if (isEnd) {
				if (!(await this.isContradicted())) return { is: 'end' };
				reading.missPage();
			}
			reading.at = page.next ?? page.offset + (isEnd ? page.records.length : stride);
			way = await this.wayOn();
		}
		return way;
	}

	/** Whether records were seen beyond the end: before the read went back, or on a page that is on its way. */
	private async isContradicted(): Promise<boolean> {
		const { pages, memory } = this.reading;
		for (const page of this.check.isProven ? await pages.onTheirWay() : []) memory.see(page);
		return memory.hasSeenMore;
	}

	private async wayOn(): Promise<WayOn> {
		const { reading } = this;
		const { disorder, isProven } = this.check;
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
		if ('failure' in near && (isProven || near.failure.name === 'canceled')) {
			throw reading.notRead(near.failure);
		}
		let found: WayOn | NoOverlap =
			'failure' in near
				? { is: 'noOverlap', offset: expected, answer: near }
				: await this.lookBack(near);
		while (found.is === 'noOverlap') found = await this.resolve(found);
		return found;
	}

	/**
	 * Takes the page that the last one names, because the last one is too short to overlap. If it brought nothing new, and
	 * still does not once that page is empty, nothing can stand between them.
	 */
	private async readOn(): Promise<WayOn> {
		const { reading } = this;
		const { memory } = reading;
		const page = await requestFollowing(reading);
		const isEnd = page.records.length === 0 && memory.isIdle;
		if (isEnd && (await reading.stillShow(memory.taken.slice(-1)))) return this.allOf(page);
		return { is: 'continues', step: follow(reading, page) };
	}

	/** Judges the page, and pages further and further back, until one continues what was read. */
	private async lookBack(near: Page): Promise<WayOn | NoOverlap> {
		const { reading, check } = this;
		for (let page = near; ; reading.missPage()) {
			const verdict = await check.verdictOn(page);
			if (verdict.is === 'continues') return verdict;
			reading.pages.drop();
			if (verdict.is === 'displaced') return await this.endChain(page);
			if (reading.isStuck) throw this.stuck();
			if (verdict.is === 'changed') {
				page = verdict.page;
				continue;
			}
			const noOverlap: NoOverlap = { is: 'noOverlap', offset: near.offset, answer: near };
			if (!check.isProven && page !== near) return noOverlap;
			if (page.offset === 0) return await this.beginAnew(page);
			const further = await reading.pages.page(this.placeBefore(page.offset));
			if (!('failure' in further)) page = further;
			else if (check.isProven) throw reading.notRead(further.failure);
			else return noOverlap;
		}
	}

	/** Half a page back, then twice as far each time. */
	private placeBefore(offset: number): number {
		const { at, memory } = this.reading;
		const share = this.check.disorder > 0 ? WIDE : 0.5;
		const first = Math.ceil(share * (at - memory.last.offset));
		return Math.max(0, at - Math.max(first, 2 * (at - offset)));
	}

	/** Decides how to go on, by the reason why a page did not overlap. */
	private async resolve(found: NoOverlap): Promise<WayOn | NoOverlap> {
		const { reading, check } = this;
		const { answer } = found;
		const cause = await whyNoOverlap(reading, found);
		switch (cause.is) {
			case 'unsupported':
				return { is: 'overlapUnsupported', own: cause.own };
			case 'nothingFollows':
				return this.allOf(reading.pageOrEnd(cause.failed));
			case 'volatile':
				return this.allOf(cause.front, 0);
			case 'arrived':
				return await this.lookBack(cause.near);
			case 'unordered':
				check.isProven = true;
				return await this.endChain(cause.near);
			case 'changed':
				check.isProven = true;
				if (reading.start === 0) return await this.beginAnew(cause.front);
				if ('failure' in answer) throw reading.notRead(answer.failure);
				return await this.lookBack(answer);
		}
	}

	/** Begins anew: nothing of what was read is left at the front, or all of it is, and the order is not stable. */
	private async beginAnew(page: Page): Promise<WayOn> {
		const { memory, start } = this.reading;
		if (this.check.disorder > 0 && memory.isAs(page.records, memory.taken[0]))
			return await this.endChain(page);
		this.restarts += 1;
		// Only a read of the whole list can begin anew.
		if (start > 0 || this.restarts > TRIES) throw this.stuck();
		return this.allOf(page, 0);
	}

	/**
	 * Ends the chain so that the read goes on by counting, which helps where neighbors change places. Pages on which no
	 * neighbors do so come from different moments, or from a service that shows one page again and again: then it throws.
	 *
	 * @throws PageNotRead
	 */
	private async endChain({ offset, records, next }: Page): Promise<ChainEnd> {
		const { reading, check } = this;
		if (check.isTwisted) return { is: 'orderUnstable', misfit: check.misfit };
		const after = next === undefined ? undefined : await reading.request(next);
		const shown = { offset, ids: reading.memory.idsOf(records) };
		const isSame = after && records.length > OVERLAP && reading.memory.isAs(after.records, shown);
		throw isSame ? reading.notRead(failure('samePage')) : this.stuck();
	}

	private allOf(page: Page, kept?: number): WayOn {
		return { is: 'continues', step: this.reading.allOf(page, kept) };
	}

	private stuck() {
		return this.reading.stuck(this.check.misfit);
	}
}
