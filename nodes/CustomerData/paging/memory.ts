import { shortHash } from '../api/hash';
import type { DataRecord, Page } from '../api/page';
import type { PlacedPage } from './prefetch';

/** For each record of a page, which of the records read so far it is, counted from 0. */
export type Places = Array<number | undefined>;

/** A page, and which of its records come next. */
export interface Found {
	page: PlacedPage;
	/** How many of the records read so far stay. */
	kept: number;
	/** The records of the page that follow them, by their index. */
	fresh: number[];
}

export interface Continuation extends Page {
	/** How many of the records read so far remain; fewer than all if the list has changed. */
	kept: number;
	/** Offset of the first record. */
	offset: number;
}

/** The records of a page as it was; the first new one was read at that place. */
export interface Taken {
	offset: number;
	ids: string[];
	from: number;
}

/** What was read, and on which pages: a hash of each record, in their order. */
export class Memory {
	/** The page that the read began with, and the one that it took last. */
	front: PlacedPage = { offset: 0, records: [], next: undefined };
	last = this.front;
	readonly taken: Taken[] = [];
	/** By how much the list seems to have grown up to a page, with that page and those of its known records. */
	growths: Array<{ by: number; pages: Taken[] }> = [];
	/** How many places up to the end of the last page no record fills. */
	private unread = 0;
	private readonly ids: string[] = [];
	/** The latest place of each ID. */
	private readonly places = new Map<string, number>();
	/** The records that equal an earlier one, by their place. */
	private readonly repeated = new Map<number, { earlier: number; isTwin: boolean }>();
	private twins = 0;
	/** The records of the page whose IDs were asked for last. */
	private page: { records: DataRecord[]; ids: string[] } = { records: [], ids: [] };
	/** The usual order of the fields. */
	private names: string[] = [];

	/** @param partOf gives the part of a record to recognize it by */
	constructor(
		private readonly start: number,
		private readonly partOf = (record: DataRecord): DataRecord => record,
	) {}

	/** Records read so far. */
	get count(): number {
		return this.ids.length;
	}

	/** How many of them equal an earlier one. */
	get repeats(): number {
		return this.repeated.size;
	}

	/** How many different records that is. Equal ones that stood together on a page are two. */
	get different(): number {
		return this.places.size + this.twins;
	}

	/** Remembers what comes next. */
	take({ page, kept, fresh }: Found): void {
		const { taken } = this;
		this.drop(kept);
		while ((taken.at(-1)?.from ?? -1) >= kept) taken.pop();
		const known = this.placesOf(page.records).filter((place) => place !== undefined);
		const ids = this.idsOf(page.records);
		this.append(ids, fresh);
		const shown = { offset: page.offset, ids, from: kept };
		const unread = page.offset + ids.length - this.start - this.different;
		if (kept === 0) [this.front, this.growths] = [page, []];
		else if (unread > this.unread) {
			const pageOf = (place: number) => taken.filter(({ from }) => from <= place).slice(-1);
			const pages = [...new Set(known.flatMap(pageOf)), shown];
			this.growths.push({ by: unread - this.unread, pages });
		}
		this.unread = unread;
		this.last = page;
		taken.push(shown);
	}

	/** What each record is recognized by. The order of its fields does not matter. */
	idsOf(records: DataRecord[]): string[] {
		if (this.page.records !== records) {
			const parts = this.inUsualOrder(records.map((record) => this.partOf(record)));
			this.page = { records, ids: parts.map((part) => shortHash(JSON.stringify(part))) };
		}
		return this.page.ids;
	}

	/** Of equal records on the page, only the first gets a place. */
	placesOf(records: DataRecord[]): Places {
		const taken = new Set<number>();
		return this.idsOf(records).map((id) => {
			const place = this.places.get(id);
			if (place === undefined || taken.has(place)) return undefined;
			taken.add(place);
			return place;
		});
	}

	/** Those that were not read before, by their index. */
	newIn(records: DataRecord[]): number[] {
		return this.idsOf(records).flatMap((id, index) => (this.places.has(id) ? [] : [index]));
	}

	areSame(one: DataRecord[], other: DataRecord[]): boolean {
		return this.idsOf(one).join() === this.idsOf(other).join();
	}

	/** Whether the page begins with the records that were read from that place on. */
	beginsAt(place: number, records: DataRecord[], length = records.length): boolean {
		const page = this.idsOf(records);
		for (let index = 0; index < length; index++) {
			if (page[index] !== this.ids[place + index]) return false;
		}
		return true;
	}

	/** With how many of the last records the page begins, up to `most`; 0 if with fewer than `least`. */
	overlapWith(records: DataRecord[], least: number, most: number): number {
		const [first = this.count] = this.placesOf(records);
		const fits = (length: number) =>
			length >= least && length <= most && this.beginsAt(this.count - length, records, length);
		return [most, this.count - first].find(fits) ?? 0;
	}

	private drop(kept: number): void {
		const { ids, places, repeated } = this;
		const dropped = ids.splice(kept).map((id, index) => ({ id, place: kept + index }));
		for (const { id, place } of dropped.reverse()) {
			const repeat = repeated.get(place);
			if (repeat) places.set(id, repeat.earlier);
			else places.delete(id);
			if (repeat?.isTwin) this.twins -= 1;
			repeated.delete(place);
		}
	}

	private append(page: string[], fresh: number[]): void {
		const { ids, places, repeated } = this;
		for (const [index, id] of page.entries()) {
			if (!fresh.includes(index)) continue;
			const earlier = places.get(id);
			const isTwin = page.indexOf(id) < index;
			if (earlier !== undefined) repeated.set(ids.length, { earlier, isTwin });
			if (isTwin) this.twins += 1;
			places.set(id, ids.length);
			ids.push(id);
		}
	}

	/** A server that writes the fields of one record in another order does so in all of its response. */
	private inUsualOrder(page: DataRecord[]): DataRecord[] {
		const names = Object.keys(page[0] ?? {});
		if (this.names.length === 0) this.names = names;
		if (names.join() === this.names.join()) return page;
		const rank = (name: string) => this.names.indexOf(name);
		return page.map((record) => {
			const fields = Object.entries(record).sort(([one], [other]) => rank(one) - rank(other));
			return Object.fromEntries(fields);
		});
	}
}
