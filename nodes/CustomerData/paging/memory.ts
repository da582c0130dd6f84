import type { DataRecord, Page } from '../api/page';
import { Ids } from './ids';

/** For each record of a page, which of the records read so far it is, counted from 0. */
export type Places = Array<number | undefined>;

/** A page that continues what was read. */
export interface Step {
	page: Page;
	/** How many of the records read so far stay. */
	kept: number;
	/** The records of the page that follow them, by their index. */
	fresh: number[];
}

export interface ShownRecord {
	offset: number;
	ids: string[];
}

/** The IDs of the records that were read, in their order, and of the pages on which they were read. */
export class Memory {
	last: Page = { offset: 0, records: [], next: undefined };
	/** The pages that were taken, from the front on. The first new record of each stands at the place `from`. */
	readonly taken: Array<ShownRecord & { from: number }> = [];
	/** The records of the longest page. */
	size = 0;
	/** Whether the service counted more records than it returned, up to its next offset. */
	hasGaps = false;
	private readonly read: string[] = [];
	private readonly places = new Map<string, number>();
	/** For each place whose record equals an earlier record, the place of the earlier one. */
	private readonly earlier = new Map<number, number>();
	/** The places of records that were seen, but are not among the records read any more, or not yet. */
	private readonly seen = new Map<string, number>();

	constructor(readonly ids = new Ids()) {}

	get count(): number {
		return this.read.length;
	}

	get different(): number {
		return this.places.size;
	}

	get repeats(): number {
		return this.count - this.different;
	}

	/** Whether the last page brought nothing new. */
	get isIdle(): boolean {
		return this.taken.at(-1)?.from === this.count;
	}

	/** Whether a record was seen after the records that were read, and is not one of them. */
	get hasSeenMore(): boolean {
		return [...this.seen].some(([id, place]) => place >= this.count && !this.places.has(id));
	}

	/** Notes the records of a page that comes after those that were read. */
	see({ records }: Page): void {
		for (const id of this.idsOf(records)) this.seen.set(id, Infinity);
	}

	take({ page, kept, fresh }: Step): void {
		const { taken } = this;
		this.drop(kept);
		while ((taken.at(-1)?.from ?? -1) >= kept) taken.pop();
		const { offset, records, next } = page;
		const ids = this.idsOf(records);
		for (const [index, id] of ids.entries()) if (fresh.includes(index)) this.append(id);
		taken.push({ offset, ids, from: kept });
		this.last = page;
		this.size = Math.max(this.size, records.length);
		this.hasGaps ||= next !== undefined && next - offset > records.length;
	}

	idsOf(records: DataRecord[]): string[] {
		return this.ids.of(records);
	}

	/**
	 * The places at which the records of a page were read. Of equal records, each is the one that follows the record
	 * before it. If none does, it is the latest, which counts once.
	 */
	placesOf(ids: string[]): Places {
		const taken = new Set<number | undefined>();
		let before: number | undefined;
		return ids.map((id) => {
			const following = (before ?? NaN) + 1;
			const place = this.read[following] === id ? following : this.places.get(id);
			before = place;
			if (taken.has(place)) return undefined;
			taken.add(place);
			return place;
		});
	}

	/** The records that were not read before, by their index. */
	newIn(records: DataRecord[]): number[] {
		return this.idsOf(records).flatMap((id, index) => (this.places.has(id) ? [] : [index]));
	}

	isAs(records: DataRecord[], shown: ShownRecord | undefined): boolean {
		return this.idsOf(records).join() === shown?.ids.join();
	}

	beginsAt(place: number, records: DataRecord[], length = records.length): boolean {
		const ids = this.idsOf(records).slice(0, length);
		return ids.length === length && ids.every((id, index) => id === this.read[place + index]);
	}

	/** Whether the page shows removals alone: records stand further ahead than when it was shown, and none further back. */
	hasShrunk({ ids }: ShownRecord, records: DataRecord[]): boolean {
		const [before, now] = [this.shiftsOf(ids), this.shiftsOf(this.idsOf(records))];
		return now.ahead > before.ahead && now.back <= before.back;
	}

	/**
	 * With how many of the last records the page begins, from `least` to `most`: in a list at rest, with `most` but for
	 * so many `gaps`. 0 if with none, `undefined` if that is open because records are equal.
	 */
	overlapWith(
		records: DataRecord[],
		least: number,
		most: number,
		gaps: number,
	): number | undefined {
		const fitting: number[] = [];
		for (let length = Math.min(most, records.length, this.count); length >= least; length--) {
			if (this.beginsAt(this.count - length, records, length)) fitting.push(length);
		}
		const likely = fitting.filter((length) => length >= most - gaps);
		const [found = 0, other] = likely.length > 0 ? likely : fitting;
		return other === undefined ? found : undefined;
	}

	/** How many places the service may have left empty from the beginning of a page to the end of what was read. */
	gapsFrom(page: Page): number {
		if (!this.hasGaps) return 0;
		const pages = page.offset < this.last.offset ? [page] : [page, this.last];
		const gaps = pages.map(
			({ offset, records, next = Infinity }) => next - offset - records.length,
		);
		return Math.min(...gaps);
	}

	/**
	 * How many places further back, and ahead, records stand on a page than on one at the front. Of each, the second
	 * most: others can have moved one.
	 */
	private shiftsOf(ids: string[]): { back: number; ahead: number } {
		const shifts = this.placesOf(ids)
			.flatMap((place, index) => (place === undefined ? [] : [index - place]))
			.sort((one, other) => one - other);
		return { back: shifts.at(-2) ?? Infinity, ahead: -(shifts.at(1) ?? -Infinity) };
	}

	private append(id: string): void {
		const { read, places, earlier } = this;
		const before = places.get(id);
		if (before !== undefined) earlier.set(read.length, before);
		places.set(id, read.push(id) - 1);
	}

	private drop(kept: number): void {
		const { read, places, earlier } = this;
		const dropped = read.splice(kept).map((id, index) => ({ id, place: kept + index }));
		for (const { id, place } of dropped) this.seen.set(id, place);
		for (const { id, place } of dropped.reverse()) {
			const before = earlier.get(place);
			earlier.delete(place);
			if (before === undefined) places.delete(id);
			else places.set(id, before);
		}
	}
}
