import type { Failure } from '../../../nodes/CustomerData/api/failures';
import { failure } from '../../../nodes/CustomerData/api/failures';
import type { DataRecord, PageOrFailure } from '../../../nodes/CustomerData/api/page';
import { Gate } from '../../../nodes/CustomerData/paging/gate';
import { PageNotRead, readPages, type ReadOptions } from '../../../nodes/CustomerData/paging/pages';
import { VirtualTime } from './virtualTime.mts';

/** What others do to a list. Places are shares of its length: 0 is the front, 1 the end. */
export type Change =
	| { kind: 'add'; to: number }
	| { kind: 'change'; place: number }
	/** To another place, with its content as it was. */
	| { kind: 'move'; id: number; to: number }
	/** To another place, because its content changed, e.g. the name that the list is sorted by. */
	| { kind: 'rename'; place: number; to: number }
	| { kind: 'remove'; place: number };

/** How a service that knows only multiples of 50 answers a request for another offset. */
export type OwnOffsets = 'refuses' | 'rounds down' | 'rounds up' | 'returns nothing';

/** A service with one list. Only `size` is needed. */
export interface ModelOptions {
	/** Records at first. */
	size: number;
	/** The most records that the service puts on each page that it serves, in turn. */
	pageSizes?: number[];
	/** What happens before each page that is served, in turn; nothing after the last entry. */
	changes?: Change[][];
	/** Milliseconds that each request takes on its way there and back, in turn. */
	latencies?: Array<[number, number]>;
	/** How each request fails, in turn; none after the last entry. */
	failures?: Array<Failure | undefined>;
	/** The records at first that the service counts but never shows. */
	hidden?: number[];
	/** Whether it takes the number of records that it shows for the end of the list. */
	endsEarly?: boolean;
	/** The records at first whose content is that of the record before them. */
	repeated?: number[];
	/** How it answers where it knows only its own offsets; any offset is known by default. */
	ownOffsets?: OwnOffsets;
	/** What it answers where it refuses. */
	refusal?: Failure;
	/** Whether `x-page-next` counts from the offset that was requested, whatever is returned. */
	countsFromRequest?: boolean;
	/** Whether a field differs in every response. */
	isVolatile?: boolean;
	/** Requests at the same time that it takes; it refuses others with status 429. */
	maxConcurrent?: number;
	/** Milliseconds from when to when it is away. */
	away?: [number, number];
	/** A record whose pages fail, how, and how often; always when absent. */
	broken?: { id: number; failure: Failure; times?: number };
}

interface Entry {
	id: number;
	version: number;
}

export const LIMIT = 50;
const AWAY = failure('unavailable');

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
	private born: number;
	private served = 0;
	private brokenLeft: number;

	constructor(
		private readonly options: ModelOptions,
		private readonly time: VirtualTime,
	) {
		this.initial = Array.from({ length: options.size }, (_, id) => id);
		this.entries = this.initial.map((id) => ({ id, version: 0 }));
		this.hidden = new Set(options.hidden);
		const repeated = new Set(options.repeated);
		for (const id of this.initial) {
			this.contents.push(repeated.has(id) ? (this.contents[id - 1] ?? id) : id);
		}
		this.born = options.size;
		this.brokenLeft = options.broken?.times ?? Infinity;
	}

	/** The records that stood in their place throughout, in their order. */
	steady(): number[] {
		return this.initial.filter((id) => !this.displaced.has(id) && !this.hidden.has(id));
	}

	/** The records as they stand now. */
	current(): DataRecord[] {
		return this.entries.filter(({ id }) => !this.hidden.has(id)).map((entry) => this.show(entry));
	}

	/** Whether others will not change the list any more. */
	get isAtRest(): boolean {
		return this.served >= (this.options.changes?.length ?? 0);
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
		const { latencies = [[1, 1]], failures = [], maxConcurrent = Infinity } = this.options;
		const request = this.asked.length;
		this.asked.push({ offset, at: this.time.now });
		this.underWay += 1;
		this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
		const isTooMany = this.underWay > maxConcurrent;
		const [there, back] = latencies[request % latencies.length] ?? [1, 1];
		await this.time.wait(there, signal);
		let answer: PageOrFailure = cancelled;
		const fault = isTooMany ? failure('status429') : failures[request];
		if (!signal.aborted) answer = fault ? { failure: fault } : this.serve(offset);
		await this.time.wait(back, signal);
		this.underWay -= 1;
		return signal.aborted ? cancelled : answer;
	};

	private serve(requested: number): PageOrFailure {
		const { changes, pageSizes = [LIMIT], ownOffsets, countsFromRequest, away } = this.options;
		const { broken, refusal = failure('notAPage') } = this.options;
		if (away && this.time.now >= away[0] && this.time.now < away[1]) return { failure: AWAY };
		const turn = this.served++;
		for (const change of changes?.[turn] ?? []) this.apply(change);
		const size = Math.min(pageSizes[turn % pageSizes.length] ?? LIMIT, LIMIT);
		const isOwn = requested % size === 0;
		if (ownOffsets === 'refuses' && !isOwn) return { failure: refusal };
		if (ownOffsets === 'returns nothing' && !isOwn) {
			return { page: { records: [], next: undefined } };
		}
		const rounded = ownOffsets === 'rounds up' ? Math.ceil : Math.floor;
		const offset = ownOffsets ? rounded(requested / size) * size : requested;
		const all = this.entries.slice(offset, offset + size);
		if (broken && all.some(({ id }) => id === broken.id) && this.brokenLeft-- > 0) {
			return { failure: broken.failure };
		}
		const records = all.filter(({ id }) => !this.hidden.has(id)).map((entry) => this.show(entry));
		const end = (this.options.endsEarly ? this.current() : this.entries).length;
		if (offset + size >= end) return { page: { records, next: undefined } };
		const next = (countsFromRequest ? requested : offset) + size;
		// As a page is believed, see `readPage`.
		const isBelieved = next >= requested + records.length && next <= requested + LIMIT;
		if (records.length === 0 || !isBelieved) return { failure: failure('notAPage') };
		return { page: { records, next } };
	}

	private show({ id, version }: Entry): DataRecord {
		const name = `Name ${this.contents[id] ?? id}`;
		const record: DataRecord = { id: this.contents[id] ?? id, version, name };
		if (this.options.isVolatile) record.readAt = this.served;
		return record;
	}

	private apply(change: Change): void {
		const { entries } = this;
		if (change.kind === 'add') {
			const id = this.born++;
			entries.splice(this.placeOf(change.to, entries.length + 1), 0, { id, version: 0 });
			return;
		}
		const index =
			change.kind === 'move'
				? entries.findIndex(({ id }) => id === change.id)
				: this.placeOf(change.place, entries.length);
		const entry = entries[index];
		if (!entry) return;
		if (change.kind === 'change') {
			entries[index] = { ...entry, version: entry.version + 1 };
			return;
		}
		this.displaced.add(entry.id);
		entries.splice(index, 1);
		if (change.kind === 'remove') return;
		const version = change.kind === 'rename' ? entry.version + 1 : entry.version;
		entries.splice(this.placeOf(change.to, entries.length + 1), 0, { ...entry, version });
	}

	private placeOf(share: number, places: number): number {
		return Math.min(Math.floor(share * places), places - 1);
	}
}

export interface ReadingOptions extends Partial<ReadOptions> {
	start?: number;
	maxRetries?: number;
	random?: () => number;
	requestInterval?: number;
}

interface Outcome {
	list: ListModel;
	/** What was read, or up to where the read ended. */
	records: DataRecord[];
	ids: unknown[];
	failure: Failure | undefined;
	/** Whether changes could not be noticed. */
	isPlain: boolean;
	retries: number;
	/** Milliseconds that the read took. */
	took: number;
}

/** Reads a list as a node does, in virtual time. */
export async function readModel(
	model: ModelOptions,
	{
		start = 0,
		maxRetries = 10,
		random = () => 0,
		requestInterval = 0,
		...others
	}: ReadingOptions = {},
): Promise<Outcome> {
	const time = new VirtualTime();
	const list = new ListModel(model, time);
	const outcome = { isPlain: false, retries: 0 };
	const options: ReadOptions = {
		...optionsFor(list, time, { maxRetries, random, requestInterval }),
		onPlain: () => {
			outcome.isPlain = true;
		},
		onRetry: () => {
			outcome.retries += 1;
		},
		...others,
	};
	const records: DataRecord[] = [];
	const read = async (): Promise<Failure | undefined> => {
		try {
			for await (const { kept, records: more } of readPages(options, start)) {
				records.length = kept;
				records.push(...more);
			}
			return undefined;
		} catch (error) {
			if (error instanceof PageNotRead) return error.failure;
			throw error;
		}
	};
	const failure = await time.during(read());
	const ids = records.map(({ id }) => id);
	return { list, records, ids, failure, took: time.now, ...outcome };
}

/** What a read of the model needs, with the product's own gate. */
export function optionsFor(
	list: ListModel,
	time: VirtualTime,
	{
		maxRetries = 10,
		random = () => 0,
		requestInterval = 0,
	}: Pick<ReadingOptions, 'maxRetries' | 'random' | 'requestInterval'> = {},
): ReadOptions {
	const clock = {
		now: () => time.now,
		sleep: time.wait,
		nextTurn: async () => await time.wait(0),
	};
	const gate = new Gate(clock);
	return {
		list: 'GetCustomers',
		async fetchPage(offset, signal) {
			await gate.pass(requestInterval, signal);
			const answer = await list.fetchPage(offset, signal);
			if ('failure' in answer) gate.close(answer.failure.retryAfter ?? 0);
			return answer;
		},
		parallelRequests: 4,
		retryPolicy: { maxRetries, clock, random },
		signal: new AbortController().signal,
	};
}
