import type { DataRecord, Page } from '../../nodes/CustomerData/api/page';
import {
	failure,
	PageNotRead,
	type Failed,
	type Failure,
} from '../../nodes/CustomerData/errors/failures';
import { Gate } from '../../nodes/CustomerData/paging/gate';
import { readPages } from '../../nodes/CustomerData/paging/pages';
import type { Continuation, PagingOptions } from '../../nodes/CustomerData/paging/pagingOptions';
import { range } from '../support/range.mts';
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
	/** The records at first whose content is that of an earlier record. */
	repeated?: number[];
	/** How many places before them that stands; 1 by default. */
	apart?: number;
	/** Where the page begins that it returns for an offset; there by default. */
	beginsAt?: (offset: number) => number;
	/** Whether `x-page-next` counts from the offset that was requested, whatever is returned. */
	countsFromRequest?: boolean;
	/** Whether a field differs in every response. */
	isVolatile?: boolean;
	/** Whether the fields of a record come in another order with every other response. */
	shufflesFields?: boolean;
	/** Whether records lack fields that are empty: a third of them one, from the first on, and some another. */
	isSparse?: boolean;
	/**
	 * How many neighbors are equal rows, up to a record, in another order for each offset, at each request, or
	 * as PostgreSQL sorts for a page and one row more.
	 */
	ties?: Ties;
	/** How many responses ago the list was as each page shows it, in turn. */
	lags?: number[];
	/** Whether a cache returns the page at an offset as it was before any change. */
	isStale?: (offset: number) => boolean;
	/** Whether something takes x-page-more away. */
	saysNothing?: boolean;
	/** Whether it promises more records after every full page. */
	neverEnds?: boolean;
}

interface Entry {
	id: number;
	/** Whose content it has: its own, or that of the record before. */
	content: number;
	version: number;
	/** What the list is sorted by. */
	rank: number;
}

type Time = Pick<VirtualTime, 'now' | 'wait'>;

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
	private readonly entries: Entry[];
	/** The list as it was before any change. */
	private readonly original: Entry[];
	private readonly hidden: Set<number>;
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
		private readonly time: Time,
	) {
		const { size, changes = [], apart = 1, ties: { of = 1, upTo = Infinity } = {} } = options;
		const repeated = new Set(options.repeated);
		const contentOf = (id: number): number =>
			repeated.has(id) && id >= apart ? contentOf(id - apart) : id;
		this.entries = range(0, size).map((id) => {
			const rank = id < upTo ? Math.floor(id / of) : id;
			return { id, content: contentOf(id), version: 0, rank };
		});
		this.original = [...this.entries];
		this.hidden = new Set(options.hidden);
		this.born = size;
		this.changes = changes[Symbol.iterator]();
		this.upcoming = this.changes.next();
	}

	/** The records that stood in their place throughout, in their order. */
	steady(): number[] {
		const isSteady = (id: number) => !this.displaced.has(id) && !this.hidden.has(id);
		return range(0, this.options.size).filter(isSteady);
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

	fetchPage = async (offset: number, signal: AbortSignal): Promise<Page | Failed> => {
		const canceled = { failure: failure('canceled') };
		if (signal.aborted) return canceled;
		const { latencies = [[1, 1]], failures, fault } = this.options;
		const nth = this.asked.length;
		if (nth === MOST_REQUESTS) throw new Error('The read does not end');
		this.asked.push({ offset, at: this.time.now });
		const underWay = ++this.underWay;
		this.mostUnderWay = Math.max(this.mostUnderWay, underWay);
		const [there, back] = latencies[nth % latencies.length] ?? [1, 1];
		await this.time.wait(there, signal);
		let answer: Page | Failed = canceled;
		if (!signal.aborted) {
			const found = failures?.[nth] ?? fault?.({ offset, at: this.time.now, underWay });
			answer = found ? { failure: found } : this.serve(offset);
		}
		await this.time.wait(back, signal);
		this.underWay -= 1;
		return signal.aborted ? canceled : answer;
	};

	private serve(requested: number): Page | Failed {
		const {
			pageSizes = [LIMIT],
			lags,
			isStale,
			beginsAt,
			endsEarly,
			countsFromRequest,
		} = this.options;
		for (const change of this.upcoming.done ? [] : this.upcoming.value) this.apply(change);
		this.upcoming = this.changes.next();
		if (lags) this.past.push([...this.entries]);
		const lag = lags?.[this.served % lags.length] ?? 0;
		const past = this.past[Math.max(0, this.past.length - 1 - lag)];
		const entries = isStale?.(requested) ? this.original : (past ?? this.entries);
		const size = pageSizes[this.served++ % pageSizes.length] ?? LIMIT;
		const offset = beginsAt?.(requested) ?? requested;
		const records = this.show(this.sorted(entries, requested).slice(offset, offset + size));
		const end = endsEarly ? this.show(entries).length : entries.length;
		// As `readPage` takes a full page that says nothing.
		if (this.options.saysNothing && records.length === LIMIT) {
			return { offset: requested, records, next: requested + LIMIT, isEndUnknown: true };
		}
		const isEnd = this.options.neverEnds ? records.length < size : offset + size >= end;
		if (isEnd) return { offset: requested, records, next: undefined };
		const next = (countsFromRequest ? requested : offset) + size;
		// As a page is believed, see `readPage`.
		const isBelieved = next >= requested + records.length && next <= requested + LIMIT;
		if (!isBelieved || next <= requested) return { failure: failure('notAPage') };
		if (records.length === 0) return { failure: failure('emptyPage') };
		return { offset: requested, records, next };
	}

	/** Databases put equal rows in any order, which is the same for the same request while nobody writes. */
	private sorted(entries: Entry[], requested: number): Entry[] {
		const { ties } = this.options;
		if (!ties) return entries;
		const known = this.orders.get(requested);
		if (known && ties.per !== 'request' && entries === this.entries) return known;
		const seed = { offset: requested, request: this.served, topN: 0 }[ties.per];
		const ranks = [...new Set(entries.map(({ rank }) => rank))];
		const places = new Map(ranks.map((rank, place) => [rank, place]));
		const met = entries.map((entry) => ({ entry, dice: scattered(entry.id, seed) }));
		met.sort((one, other) => one.dice - other.dice);
		const bound = ties.per === 'topN' ? requested + LIMIT + 1 : met.length;
		const sorted = topN(met, bound, ({ entry }) => places.get(entry.rank) ?? 0);
		const order = sorted.map(({ entry }) => entry);
		this.orders.set(requested, order);
		return order;
	}

	private show(entries: Entry[]): DataRecord[] {
		const shown = entries.filter(({ id }) => !this.hidden.has(id));
		return shown.map(({ content: id, version }) => {
			const { isSparse = false, isVolatile, shufflesFields } = this.options;
			const name = !(isSparse && id % 3 === 0) && { name: `Name ${id}` };
			const fax = isSparse && id % 7 === 1 && { fax: `Fax ${id}` };
			if (shufflesFields && this.served % 2 === 1) return { ...fax, ...name, id, version };
			return { id, version, ...name, ...fax, ...(isVolatile && { readAt: this.served }) };
		});
	}

	private apply(change: Change): void {
		const { entries } = this;
		this.orders.clear();
		const edited = (entry: Entry) => ({ ...entry, version: entry.version + 1 });
		/** Equal to no other row. */
		const insert = (to: number, entry: Omit<Entry, 'rank'>) =>
			entries.splice(placeOf(to, entries.length + 1), 0, { ...entry, rank: -1 - entry.id });
		if (change.kind === 'bulk') {
			const meant = entries.slice(0, Math.ceil(change.upTo * entries.length));
			entries.splice(0, meant.length, ...meant.map((entry) => ({ ...edited(entry), rank: 0 })));
			return;
		}
		if (change.kind === 'add') {
			insert(change.to, { id: this.born, content: this.born, version: 0 });
			this.born += 1;
			return;
		}
		const index =
			change.kind === 'move'
				? entries.findIndex(({ id }) => id === change.id)
				: placeOf(change.place, entries.length);
		const entry = entries[index];
		if (!entry) return;
		if (change.kind === 'change') {
			entries[index] = edited(entry);
			return;
		}
		this.displaced.add(entry.id);
		entries.splice(index, 1);
		if (change.kind === 'move') insert(change.to, entry);
		if (change.kind === 'rename') insert(change.to, edited(entry));
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

type Options = Partial<PagingOptions> & { random?: () => number };

/** What a read needs: by default, up to four requests at a time, and ten retries without a wait. */
export function optionsFor(
	{ fetchPage }: Pick<PagingOptions, 'fetchPage'>,
	time: Time,
	{ random = () => 0, ...others }: Options = {},
): PagingOptions {
	const afterEvents = async () => await time.wait(0);
	return {
		listName: 'GetCustomers',
		fetchPage,
		gate: new Gate({ now: () => time.now, sleep: time.wait, afterEvents, random }),
		requestInterval: 0,
		parallelRequests: 4,
		maxRetries: 10,
		signal: new AbortController().signal,
		stats: { requests: 0, retries: 0, repeats: 0, lacksOverlap: false },
		...others,
	};
}

interface Part {
	start?: number;
	/** Whether nobody wants more after this page. */
	until?: (step: Continuation) => boolean;
}

/** What was read, to the end or up to a page that cannot be read. */
export async function readAll(options: PagingOptions, { start = 0, until }: Part = {}) {
	const records: DataRecord[] = [];
	let error: PageNotRead | undefined;
	try {
		for await (const step of readPages(options, start)) {
			records.length = step.kept;
			records.push(...step.records);
			if (until?.(step)) break;
		}
	} catch (thrown) {
		if (!(thrown instanceof PageNotRead)) throw thrown;
		error = thrown;
	}
	const ids = records.map(({ id }) => id);
	return { records, ids, error, failure: error?.failure, ...options.stats };
}

/** @param canceledAt when the read is canceled, in milliseconds */
export async function readModel(
	model: ModelOptions,
	{ canceledAt, start, until, ...others }: Options & Part & { canceledAt?: number } = {},
) {
	const time = new VirtualTime();
	const list = new ListModel(model, time);
	const controller = new AbortController();
	if (canceledAt !== undefined) void time.wait(canceledAt).then(() => controller.abort());
	const options = optionsFor(list, time, { signal: controller.signal, ...others });
	const read = await time.during(readAll(options, { start, until }));
	return { ...read, list, time, took: time.now };
}
