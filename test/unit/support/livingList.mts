import type { Answer, DataRecord } from '../../../nodes/CustomerData/paging/answer';
import type { Failure } from '../../../nodes/CustomerData/paging/failure';
import type { VirtualTime } from './virtualTime.mts';

/** What others do to a list. Places are shares of its length: 0 is the front, 1 the end. */
export type Change =
	| { kind: 'add'; to: number }
	| { kind: 'change'; place: number }
	/** To another place, with its content as it was. */
	| { kind: 'move'; id: number; to: number }
	/** To another place, because its content changed, e.g. the name that the list is sorted by. */
	| { kind: 'rename'; place: number; to: number }
	| { kind: 'remove'; place: number };

export interface Life {
	/** Records at first. */
	size: number;
	/** The most records that the service puts on each page that it serves, in turn. */
	pageSizes: number[];
	/** What happens before each page that is served, in turn; nothing after the last entry. */
	changes: Change[][];
	/** Milliseconds that each request takes on its way there and back, in turn. */
	latencies: Array<[number, number]>;
	/** How each request fails, in turn; none after the last entry. */
	failures: Array<Failure | undefined>;
	/** Every so many records, one that the service counts but never shows; 0 for none. */
	hiddenEvery?: number;
}

interface Entry {
	id: number;
	version: number;
}

const LIMIT = 50;

/** A service whose list others change between and during requests. */
export class LivingList {
	readonly asked: number[] = [];
	/** When each request was made, in milliseconds. */
	readonly askedAt: number[] = [];
	/** The records that others have moved or removed. */
	private readonly displaced = new Set<number>();
	private readonly initial: readonly number[];
	private readonly entries: Entry[];
	private born: number;
	private served = 0;
	private begun = 0;

	constructor(
		private readonly life: Life,
		private readonly time: VirtualTime,
	) {
		this.initial = Array.from({ length: life.size }, (_, id) => id);
		this.entries = this.initial.map((id) => ({ id, version: 0 }));
		this.born = life.size;
	}

	/** The records that stood in their place throughout, in their order. */
	steady(): number[] {
		return this.initial.filter((id) => !this.displaced.has(id) && !this.isHidden(id));
	}

	/** The records as they stand now. */
	current(): DataRecord[] {
		return this.entries.filter(({ id }) => !this.isHidden(id)).map(recordOf);
	}

	/** Whether others will not change the list any more. */
	get isAtRest(): boolean {
		return this.served >= this.life.changes.length;
	}

	/** Whether others have ever moved or removed the record. */
	wasDisplaced(id: number): boolean {
		return this.displaced.has(id);
	}

	fetchPage = async (offset: number, signal: AbortSignal): Promise<Answer> => {
		const request = this.begun++;
		this.asked.push(offset);
		this.askedAt.push(this.time.now);
		const { latencies, failures } = this.life;
		const [there, back] = latencies[request % latencies.length] ?? [1, 1];
		await this.time.wait(there, signal);
		if (signal.aborted) return { failure: { kind: 'cancelled' } };
		const failure = failures[request];
		const answer: Answer = failure ? { failure } : this.serve(offset);
		await this.time.wait(back, signal);
		return signal.aborted ? { failure: { kind: 'cancelled' } } : answer;
	};

	private serve(offset: number): Answer {
		const turn = this.served++;
		for (const change of this.life.changes[turn] ?? []) this.apply(change);
		const { pageSizes } = this.life;
		const size = Math.min(pageSizes[turn % pageSizes.length] ?? LIMIT, LIMIT);
		const next = offset + size;
		const shown = this.entries.slice(offset, next).filter(({ id }) => !this.isHidden(id));
		const more = next < this.entries.length;
		// A page of nothing but hidden records cannot be told from a broken one.
		if (more && shown.length === 0)
			return { failure: { kind: 'notAPage', found: 'an empty page' } };
		return { page: { records: shown.map(recordOf), next: more ? next : undefined } };
	}

	private isHidden(id: number): boolean {
		const { hiddenEvery = 0 } = this.life;
		return hiddenEvery > 0 && id % hiddenEvery === hiddenEvery - 1;
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

function recordOf({ id, version }: Entry): DataRecord {
	return { id, version, name: `Name ${id}` };
}
