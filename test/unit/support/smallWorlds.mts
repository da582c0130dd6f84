import { optionsFor, readAll } from './listModel.mts';
import { range } from './range.mts';

/** `edit` leaves a record in its place, `move` its content as it is, `rename` neither. */
type Kind = 'insert' | 'remove' | 'edit' | 'move' | 'rename';

interface Change {
	kind: Kind;
	id: number;
}

interface Row {
	id: number;
	version: number;
}

/** The rows in their order; equal ones are a group, whose order the database chooses for each request. */
type List = ReadonlyArray<readonly Row[]>;

interface World {
	groups: number[];
	list: List;
	changes: readonly Change[];
	/** What was served since the last change: the same at the same offset. */
	served: ReadonlyMap<number, readonly Row[]>;
}

/** A page that can be served next, and the worlds that serve it. */
interface Choice {
	offset: number;
	rows: readonly Row[];
	next: number | undefined;
	worlds: World[];
}

export interface Outcome {
	/** The sizes of the groups of equal rows, in their order. */
	groups: number[];
	changes: readonly Change[];
	/** Pages that were served. */
	pages: number;
	ids: number[];
	hasFailed: boolean;
	lacksOverlap: boolean;
}

export interface Worlds {
	/** The sizes of the groups of equal rows of each list. */
	lists: number[][];
	pageSize: number;
	/** The most changes during a read. */
	changes: number;
}

/** Many times as many as any read of a small list needs. */
const MOST_REQUESTS = 300;

const nameOf = ({ id, version }: Row) => `${id}${"'".repeat(version)}`;

/** The records that were moved, removed or inserted. */
export const displacedIn = ({ changes }: Pick<World, 'changes'>) =>
	changes
		.filter(({ kind }) => kind !== 'edit')
		.map(({ id }) => id)
		.sort();

export const sizeOf = (groups: number[]) => groups.reduce((sum, size) => sum + size, 0);

/** Worlds are read without waiting. */
const TIME = { now: 0, wait: async () => {} };

/**
 * Reads every list in every world: whatever others change, at every moment, and in whatever order the database
 * puts equal rows. Rows that no page has shown are alike, so only the first of them is tried. Worlds with the same
 * pages are read once.
 */
export async function* readWorlds({ lists, pageSize, changes }: Worlds): AsyncGenerator<Outcome> {
	const start = lists.map((groups): World => {
		let id = 0;
		const list = groups.map((size) => range(id, (id += size)).map((id) => ({ id, version: 0 })));
		return { groups, list, changes: [], served: new Map() };
	});
	/** The pages of the latest read. */
	const script: Array<{ choices: Choice[]; index: number }> = [];
	const chosen = (step = script.at(-1)) => step?.choices[step.index];
	const serve = (nth: number, offset: number) => {
		if (nth === MOST_REQUESTS) throw new Error('The read does not end');
		if (nth === script.length) {
			const rows = script.flatMap((step) => chosen(step)?.rows ?? []);
			const seen = new Set(rows.map(({ id }) => id));
			const grow = (world: World) => afterChanges(world, changes, seen);
			const worlds = nth === 0 ? start : (chosen()?.worlds ?? []).flatMap(grow);
			script.push({ choices: choicesOf(worlds, offset, pageSize, seen), index: 0 });
		}
		const choice = chosen(script[nth]);
		if (choice?.offset !== offset) throw new Error('The same pages led to another request');
		return { records: choice.rows.map((row) => ({ ...row })), next: choice.next };
	};
	do {
		let requests = 0;
		const fetchPage = async (offset: number) => ({ page: serve(requests++, offset) });
		const options = optionsFor({ fetchPage }, TIME, { parallelRequests: 1, maxRetries: 0 });
		const { ids, failure, lacksOverlap } = await readAll(options);
		const read = { ids: ids.map(Number), hasFailed: failure !== undefined, lacksOverlap };
		for (const { groups, changes } of chosen()?.worlds ?? []) {
			yield { groups, changes, pages: script.length, ...read };
		}
		for (let step = script.at(-1); step; step = script.at(-1)) {
			step.index += 1;
			if (step.index < step.choices.length) break;
			script.pop();
		}
	} while (script.length > 0);
}

/** The world as it is, and as it can be after changes at this moment. */
function afterChanges(world: World, most: number, seen: Set<number>): World[] {
	const all = [world];
	/** Changes that lead to the same list, and move the same records, are one. */
	const known = new Set<string>();
	// Also goes over what it adds.
	for (const one of all) {
		for (const other of one.changes.length < most ? afterOne(one, seen) : []) {
			const list = other.list.map((group) => group.map(nameOf).sort().join());
			const key = [other.changes.length, ...list, displacedIn(other).join()].join(' ');
			if (known.has(key)) continue;
			known.add(key);
			all.push(other);
		}
	}
	return all;
}

function afterOne(world: World, seen: Set<number>): World[] {
	const { groups, list, changes } = world;
	const hasTies = groups.some((size) => size > 1);
	const found: World[] = [];
	const add = (next: List, kind: Kind, { id }: Row) => {
		const full = next.filter((group) => group.length > 0);
		found.push({ ...world, list: full, changes: [...changes, { kind, id }], served: new Map() });
	};
	/** Puts the row between the others, or beside equal ones, but not into the gap or group that it comes from. */
	const place = (into: List, row: Row, kind: Kind, own: { gap?: number; group?: number } = {}) => {
		for (let gap = 0; gap <= into.length; gap++) {
			if (gap !== own.gap) add([...into.slice(0, gap), [row], ...into.slice(gap)], kind, row);
		}
		for (const index of hasTies ? into.keys() : []) {
			const joined = into.map((group, nth) => (nth === index ? [...group, row] : group));
			if (index !== own.group) add(joined, kind, row);
		}
	};
	const born = changes.filter(({ kind }) => kind === 'insert').length;
	place(list, { id: sizeOf(groups) + born, version: 0 }, 'insert');
	const isAlike = alike(world, seen);
	for (const [index, group] of list.entries()) {
		const withGroup = (rows: readonly Row[]) =>
			list.map((old, nth) => (nth === index ? rows : old));
		for (const row of group) {
			if (isAlike(row) && group.find(isAlike) !== row) continue;
			const rest = group.filter((other) => other !== row);
			const edited = { ...row, version: row.version + 1 };
			const without = withGroup(rest);
			add(without, 'remove', row);
			add(withGroup(group.map((other) => (other === row ? edited : other))), 'edit', row);
			const full = without.filter((other) => other.length > 0);
			const own = rest.length === 0 ? { gap: index } : { group: index };
			place(full, row, 'move', own);
			place(full, edited, 'rename', own);
		}
	}
	return found;
}

/** Rows that nobody has seen or changed; in a group, one is as good as another. */
function alike({ changes }: World, seen: Set<number>) {
	return ({ id }: Row) => !seen.has(id) && !changes.some((change) => change.id === id);
}

function choicesOf(worlds: World[], offset: number, pageSize: number, seen: Set<number>): Choice[] {
	const choices = new Map<string, Choice>();
	for (const world of worlds) {
		const next = offset + pageSize < world.list.flat().length ? offset + pageSize : undefined;
		const known = world.served.get(offset);
		for (const rows of known ? [known] : pagesOf(world, offset, offset + pageSize, seen)) {
			const key = `${rows.map(nameOf).join()} ${next}`;
			const choice = choices.get(key) ?? { offset, rows, next, worlds: [] };
			choices.set(key, choice);
			choice.worlds.push({ ...world, served: new Map([...world.served, [offset, rows]]) });
		}
	}
	return [...choices.values()];
}

/** Every page that can stand there. */
function pagesOf(world: World, from: number, to: number, seen: Set<number>): Row[][] {
	const isAlike = alike(world, seen);
	let pages: Row[][] = [[]];
	let start = 0;
	for (const group of world.list) {
		const end = start + group.length;
		const count = Math.min(end, to) - Math.max(start, from);
		if (count > 0) {
			const picks = picksOf(group, count, isAlike);
			pages = pages.flatMap((page) => picks.map((pick) => [...page, ...pick]));
		}
		start = end;
	}
	return pages;
}

/** So many rows of the group, in every order. */
function picksOf(group: readonly Row[], count: number, isAlike: (row: Row) => boolean): Row[][] {
	if (count === 0) return [[]];
	const first = group.find(isAlike);
	return group
		.filter((row) => !isAlike(row) || row === first)
		.flatMap((row) => {
			const rest = group.filter((other) => other !== row);
			return picksOf(rest, count - 1, isAlike).map((pick) => [row, ...pick]);
		});
}
