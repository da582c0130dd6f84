import { range } from '../support/range.mts';
import { optionsFor, readAll } from './listModel.mts';

/** `edit` leaves a record in its place, `move` its content as it is, `rename` neither. */
export const KINDS = ['insert', 'remove', 'edit', 'move', 'rename'] as const;
type Kind = (typeof KINDS)[number];

interface Row {
	id: number;
	version: number;
}

/** Many times as many as any read of a small list needs. */
const MOST_REQUESTS = 300;

/** Worlds are read without waiting. */
const TIME = { now: 0, wait: async () => {} };

/** Makes choices, and in each round others, until all have been made. */
class Choices {
	private readonly made: Array<{ index: number; of: number }> = [];
	private next = 0;

	among<Option>(options: readonly Option[]): Option {
		const choice = (this.made[this.next++] ??= { index: 0, of: options.length });
		const option = options[choice.index];
		if (option === undefined) throw new Error('The same choices led to others');
		return option;
	}

	/** @returns whether there is another round */
	begin(): boolean {
		this.next = 0;
		for (let last = this.made.at(-1); last; last = this.made.at(-1)) {
			last.index += 1;
			if (last.index < last.of) return true;
			this.made.pop();
		}
		return false;
	}
}

/** A list, what others change in it and when, and how a database puts equal rows: all as it is chosen. */
class World {
	readonly changes: Array<{ kind: Kind; id: number }> = [];
	/** Pages that were served. */
	pages = 0;
	/** The rows in their order; equal ones are a group, whose order the database chooses for each request. */
	private readonly list: Row[][];
	private born = 0;
	private readonly seen = new Set<number>();
	/** What was served since the last change: the same at the same offset. */
	private readonly served = new Map<number, Row[]>();

	constructor(
		private readonly groups: number[],
		private readonly pageSize: number,
		private readonly kinds: ReadonlyArray<readonly Kind[]>,
		private readonly choices: Choices,
	) {
		this.list = groups.map((size) => range(0, size).map(() => this.newRow()));
	}

	fetchPage = async (offset: number) => {
		if (this.pages++ === MOST_REQUESTS) throw new Error('The read does not end');
		while (this.changes.length < this.kinds.length && this.choices.among([false, true]))
			this.change();
		const end = offset + this.pageSize;
		const rows = this.served.get(offset) ?? this.rowsFrom(offset, end);
		this.served.set(offset, rows);
		for (const { id } of rows) this.seen.add(id);
		const next = end < this.list.flat().length ? end : undefined;
		return { offset, records: rows.map((row) => ({ ...row })), next };
	};

	/** The records that nobody moved or removed. */
	steady(): number[] {
		const displaced = this.changes.filter(({ kind }) => kind !== 'edit').map(({ id }) => id);
		return range(
			0,
			this.groups.reduce((sum, size) => sum + size, 0),
		).filter((id) => !displaced.includes(id));
	}

	private newRow(): Row {
		return { id: this.born++, version: 0 };
	}

	/** Of those that nobody has seen or changed, one is as good as another, so only the first of them is tried. */
	private rowOf(group: Row[]): Row {
		const isAlike = ({ id }: Row) =>
			!this.seen.has(id) && !this.changes.some((change) => change.id === id);
		const first = group.find(isAlike);
		return this.choices.among(group.filter((row) => !isAlike(row) || row === first));
	}

	private rowsFrom(from: number, to: number): Row[] {
		const rows: Row[] = [];
		let start = 0;
		for (const group of this.list) {
			const rest = [...group];
			const end = start + group.length;
			for (let place = Math.max(start, from); place < Math.min(end, to); place++) {
				const row = this.rowOf(rest);
				rest.splice(rest.indexOf(row), 1);
				rows.push(row);
			}
			start = end;
		}
		return rows;
	}

	private change(): void {
		const { list, changes, choices } = this;
		this.served.clear();
		const kinds = this.kinds[changes.length] ?? KINDS;
		const kind = list.length === 0 ? 'insert' : choices.among(kinds);
		const group = kind === 'insert' ? [this.newRow()] : choices.among(list);
		const row = this.rowOf(group);
		changes.push({ kind, id: row.id });
		if (kind === 'edit' || kind === 'rename') row.version += 1;
		if (kind === 'edit') return;
		group.splice(group.indexOf(row), 1);
		if (group.length === 0 && kind !== 'insert') list.splice(list.indexOf(group), 1);
		if (kind !== 'remove') this.put(row);
	}

	/** Between the others, or beside equal ones. */
	private put(row: Row): void {
		const { list, groups } = this;
		const gaps = range(0, list.length + 1).map((gap) => () => list.splice(gap, 0, [row]));
		const hasTies = groups.some((size) => size > 1);
		const besides = hasTies ? list.map((group) => () => group.push(row)) : [];
		this.choices.among([...gaps, ...besides])();
	}
}

/**
 * Reads every list in every world: whatever others change, at every moment, and however equal rows stand.
 *
 * @param kinds of which the first change can be, and each one after it
 */
export async function* readWorlds(
	lists: number[][],
	pageSize: number,
	kinds: ReadonlyArray<readonly Kind[]>,
) {
	for (const groups of lists) {
		const choices = new Choices();
		do {
			const world = new World(groups, pageSize, kinds, choices);
			const options = optionsFor(world, TIME, { parallelRequests: 1, maxRetries: 0 });
			const { ids, failure, lacksOverlap } = await readAll(options);
			const steady = world.steady();
			const found = ids.map(Number).filter((id) => steady.includes(id));
			const isExact = new Set(found).size === found.length && found.length === steady.length;
			const isKept = isExact || failure !== undefined || lacksOverlap;
			yield {
				groups,
				changes: world.changes,
				pages: world.pages,
				ids,
				isExact,
				isKept,
				lacksOverlap,
			};
		} while (choices.begin());
	}
}
