import { type Failure, failure, PageNotRead } from '../../../nodes/CustomerData/api/failures';
import type { DataRecord, PageOrFailure } from '../../../nodes/CustomerData/api/page';
import { Gate } from '../../../nodes/CustomerData/paging/gate';
import {
	type ReadOptions,
	readPages,
	type Continuation,
} from '../../../nodes/CustomerData/paging/pages';
import { topN } from './topN.mts';
import { VirtualTime } from './virtualTime.mts';

/** What others do to a list. Places are shares of its length: 0 is the front, 1 the end. */
export type Change =
	| { kind: 'add'; to: number }
	| { kind: 'change'; place: number }
	/** To another place, with its content as it was. */
	| { kind: 'move'; id: number; to: number }
	/** To another place, because its content changed, e.g. the name that the list is sorted by. */
	| { kind: 'rename'; place: number; to: number }
	| { kind: 'remove'; place: number }
	/** Up to a place, all records are edited, and get the same sort value. */
	| { kind: 'bulk'; upTo: number };

/** As it arrives at the service. */
interface Request {
	offset: number;
	at: number;
	/** How many were under way when it was sent, itself included. */
	underWay: number;
}

interface Ties {
	of: number;
	upTo?: number;
	per: 'offset' | 'request' | 'topN';
}

/** A service with one list. Only `size` is needed. */
export interface ModelOptions {
	/** Records at first. */
	size: number;
	/** The most records that the service puts on each page that it serves, in turn. */
	pageSizes?: number[];
	/** What happens before each page that is served, in turn; nothing after the last entry. */
	changes?: Iterable<Change[]>;
	/** Milliseconds that each request takes on its way there and back, in turn. */
	latencies?: Array<[number, number]>;
	/** How each request fails, in turn; none after the last entry. */
	failures?: Array<Failure | undefined>;
	/** How a request fails, if it does. */
	fault?: (request: Request) => Failure | undefined;
	/** The records at first that the service counts but never shows. */
	hidden?: number[];
	/** Whether it takes the number of records that it shows for the end of the list. */
	endsEarly?: boolean;
	/** The records at first whose content is that of the record before them. */
	repeated?: number[];
	/** Where the page begins that it returns for an offset; there by default. */
	beginsAt?: (offset: number) => number;
	/** Whether `x-page-next` counts from the offset that was requested, whatever is returned. */
	countsFromRequest?: boolean;
	/** Whether a field differs in every response. */
	isVolatile?: boolean;
	/** Whether the fields of a record come in another order with every other response. */
	shufflesFields?: boolean;
	/**
	 * How many neighbors are equal rows, up to a record, in another order for each offset, at each request, or
	 * as PostgreSQL sorts for a page and one row more.
	 */
	ties?: Ties;
	/** How many responses ago the list was as each page shows it, in turn. */
	lags?: number[];
	/** Whether something takes x-page-more away. */
	saysNothing?: boolean;
	/** Whether it promises more records after every full page. */
	neverEnds?: boolean;
}

interface Entry {
	id: number;
	version: number;
	/** What the list is sorted by. */
	rank: number;
}

/** Of all reads of a list; many times as many as any needs. */
const MOST_REQUESTS = 100_000;
const LIMIT = 50;

/** A service whose list can be odd, and which others can change between and during requests. */
export class ListModel {
	readonly asked: Array<{ offset: number; at: number }> = [];
	mostUnderWay = 0;
	/** Requests that were neither answered nor ended. */
	underWay = 0;
	/** The records that others have moved or removed. */
	private readonly displaced = new Set<number>();
	private readonly initial: readonly number[];
	private readonly entries: Entry[];
	private readonly hidden: Set<number>;
	private readonly contents: number[] = [];
	private readonly changes: Iterator<Change[]>;
	private upcoming: IteratorResult<Change[]>;
	private born: number;
	private served = 0;
	/** The order for each offset, until others change the list. */
	private readonly orders = new Map<number, Entry[]>();
	/** The list as it was at each response, if that is of use. */
	private readonly past: Entry[][] = [];

	constructor(
		private readonly options: ModelOptions,
		private readonly time: VirtualTime,
	) {
		this.initial = Array.from({ length: options.size }, (_, id) => id);
		const { of = 1, upTo = Infinity } = options.ties ?? {};
		const rankOf = (id: number) => (id < upTo ? Math.floor(id / of) : id);
		this.entries = this.initial.map((id) => ({ id, version: 0, rank: rankOf(id) }));
		this.hidden = new Set(options.hidden);
		const repeated = new Set(options.repeated);
		for (const id of this.initial) {
			this.contents.push(repeated.has(id) ? (this.contents[id - 1] ?? id) : id);
		}
		this.born = options.size;
		this.changes = (options.changes ?? [])[Symbol.iterator]();
		this.upcoming = this.changes.next();
	}

	/** The records that stood in their place throughout, in their order. */
	steady(): number[] {
		return this.initial.filter((id) => !this.displaced.has(id) && !this.hidden.has(id));
	}

	/** The records as they stand now. */
	current(): DataRecord[] {
		return this.show(this.entries);
	}

	/** Whether others will not change the list any more. */
	get isAtRest(): boolean {
		return this.upcoming.done === true;
	}

	/** Whether others have ever moved or removed the record. */
	wasDisplaced(id: number): boolean {
		return this.displaced.has(id);
	}

	get offsets(): number[] {
		return this.asked.map(({ offset }) => offset);
	}

	fetchPage = async (offset: number, signal: AbortSignal): Promise<PageOrFailure> => {
		const cancelled = { failure: failure('cancelled') };
		if (signal.aborted) return cancelled;
		const { latencies = [[1, 1]], failures, fault } = this.options;
		const nth = this.asked.length;
		if (nth === MOST_REQUESTS) throw new Error('The read does not end');
		this.asked.push({ offset, at: this.time.now });
		const underWay = ++this.underWay;
		this.mostUnderWay = Math.max(this.mostUnderWay, underWay);
		const [there, back] = latencies[nth % latencies.length] ?? [1, 1];
		await this.time.wait(there, signal);
		let answer: PageOrFailure = cancelled;
		if (!signal.aborted) {
			const found = failures?.[nth] ?? fault?.({ offset, at: this.time.now, underWay });
			answer = found ? { failure: found } : this.serve(offset);
		}
		await this.time.wait(back, signal);
		this.underWay -= 1;
		return signal.aborted ? cancelled : answer;
	};

	private serve(requested: number): PageOrFailure {
		const { pageSizes = [LIMIT], beginsAt, endsEarly, countsFromRequest, neverEnds } = this.options;
		for (const change of this.upcoming.done ? [] : this.upcoming.value) this.apply(change);
		this.upcoming = this.changes.next();
		const { lags = [0] } = this.options;
		if (this.options.lags) this.past.push([...this.entries]);
		const lag = lags[this.served % lags.length] ?? 0;
		const entries = this.past[Math.max(0, this.past.length - 1 - lag)] ?? this.entries;
		const size = pageSizes[this.served++ % pageSizes.length] ?? LIMIT;
		const offset = beginsAt?.(requested) ?? requested;
		const records = this.show(this.sorted(entries, requested).slice(offset, offset + size));
		const end = endsEarly ? this.show(entries).length : entries.length;
		// As `readPage` takes a full page that says nothing.
		if (this.options.saysNothing && records.length === LIMIT) {
			return { page: { records, next: requested + LIMIT, isEndUnknown: true } };
		}
		const isEnd = neverEnds ? records.length < size : offset + size >= end;
		if (isEnd) return { page: { records, next: undefined } };
		const next = (countsFromRequest ? requested : offset) + size;
		// As a page is believed, see `readPage`.
		const isBelieved = next >= requested + records.length && next <= requested + LIMIT;
		if (!isBelieved || next <= requested) return { failure: failure('notAPage') };
		return { page: { records, next } };
	}

	/** Databases put equal rows in any order, which is the same for the same request while nobody writes. */
	private sorted(entries: Entry[], requested: number): Entry[] {
		const { ties } = this.options;
		if (!ties) return entries;
		const known = this.orders.get(requested);
		if (ties.per !== 'request' && entries === this.entries && known) return known;
		const sorted = this.sortedAnew(entries, requested, ties);
		if (entries === this.entries) this.orders.set(requested, sorted);
		return sorted;
	}

	private sortedAnew(entries: Entry[], requested: number, ties: Ties): Entry[] {
		const seed = { offset: requested, request: this.served, topN: 0 }[ties.per];
		const ranks = new Map(
			[...new Set(entries.map(({ rank }) => rank))].map((rank, nth) => [rank, nth]),
		);
		const keyed = entries.map((entry) => {
			return { entry, place: ranks.get(entry.rank) ?? 0, dice: scattered(entry.id, seed) };
		});
		keyed.sort((one, other) => one.dice - other.dice);
		const bound = ties.per === 'topN' ? requested + LIMIT + 1 : keyed.length;
		return topN(keyed, bound, ({ place }) => place).map(({ entry }) => entry);
	}

	private show(entries: Entry[]): DataRecord[] {
		const shown = entries.filter(({ id }) => !this.hidden.has(id));
		return shown.map(({ id: own, version }) => {
			const id = this.contents[own] ?? own;
			const name = `Name ${id}`;
			if (this.options.shufflesFields && this.served % 2 === 1) return { name, id, version };
			const record: DataRecord = { id, version, name };
			if (this.options.isVolatile) record.readAt = this.served;
			return record;
		});
	}

	private apply(change: Change): void {
		const { entries } = this;
		this.orders.clear();
		/** Equal to no other row. */
		const insert = (to: number, entry: Omit<Entry, 'rank'>) =>
			entries.splice(placeOf(to, entries.length + 1), 0, { ...entry, rank: -1 - entry.id });
		if (change.kind === 'bulk') {
			const isMeant = (index: number) => index < change.upTo * entries.length;
			for (const [index, entry] of entries.entries()) {
				if (isMeant(index)) entries[index] = { ...entry, version: entry.version + 1, rank: 0 };
			}
			return;
		}
		if (change.kind === 'add') {
			insert(change.to, { id: this.born++, version: 0 });
			return;
		}
		const index =
			change.kind === 'move'
				? entries.findIndex(({ id }) => id === change.id)
				: placeOf(change.place, entries.length);
		const entry = entries[index];
		if (!entry) return;
		const changed = { ...entry, version: entry.version + 1 };
		if (change.kind === 'change') {
			entries[index] = changed;
			return;
		}
		this.displaced.add(entry.id);
		entries.splice(index, 1);
		if (change.kind === 'move') insert(change.to, entry);
		if (change.kind === 'rename') insert(change.to, changed);
	}
}

/** A number that says nothing of either, from 0 up to 2^32. */
function scattered(id: number, seed: number): number {
	let mixed = Math.imul(id + 1, 0x9e3779b1) ^ Math.imul(seed + 7, 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
	mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
	return (mixed ^ (mixed >>> 15)) >>> 0;
}

function placeOf(share: number, places: number): number {
	return Math.min(Math.floor(share * places), places - 1);
}

interface Policy {
	maxRetries?: number;
	random?: () => number;
}

interface ReadingOptions extends Policy, Partial<ReadOptions> {
	start?: number;
	/** Whether nobody wants more after this page. */
	until?: (step: Continuation) => boolean;
	/** When the read is cancelled, in milliseconds. */
	cancelledAt?: number;
}

/** What of the list was read, or up to where, and what that took. */
export async function readModel(
	model: ModelOptions,
	{ start = 0, until, cancelledAt, maxRetries, random, ...others }: ReadingOptions = {},
) {
	const time = new VirtualTime();
	const list = new ListModel(model, time);
	const stats = { requests: 0, retries: 0, repeats: 0, lacksOverlap: false };
	const controller = new AbortController();
	const options: ReadOptions = {
		...optionsFor(list, time, { maxRetries, random }),
		signal: controller.signal,
		stats,
		...others,
	};
	const records: DataRecord[] = [];
	const read = async (): Promise<PageNotRead | undefined> => {
		try {
			for await (const step of readPages(options, start)) {
				records.length = step.kept;
				records.push(...step.records);
				if (until?.(step)) break;
			}
			return undefined;
		} catch (error) {
			if (error instanceof PageNotRead) return error;
			throw error;
		}
	};
	if (cancelledAt !== undefined) void time.wait(cancelledAt).then(() => controller.abort());
	const error = await time.during(read());
	const ids = records.map(({ id }) => id);
	return { list, time, records, ids, error, failure: error?.failure, took: time.now, ...stats };
}

/** What a read of the model needs, with the product's own gate. */
export function optionsFor(
	list: ListModel,
	time: VirtualTime,
	{ maxRetries = 10, random = () => 0 }: Policy = {},
): ReadOptions {
	const afterEvents = async () => await time.wait(0);
	return {
		listName: 'GetCustomers',
		fetchPage: list.fetchPage,
		gate: new Gate({ now: () => time.now, sleep: time.wait, afterEvents, random }),
		requestInterval: 0,
		parallelRequests: 4,
		maxRetries,
		signal: new AbortController().signal,
		stats: { requests: 0, retries: 0, repeats: 0, lacksOverlap: false },
	};
}
