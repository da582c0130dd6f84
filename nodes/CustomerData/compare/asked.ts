import { HASH_LENGTH, shortHash } from '../api/hash';
import { isObject } from '../api/json';

/** What is asked of another system. */
export const KINDS = ['created', 'updated', 'removed'] as const;
export type Kind = (typeof KINDS)[number];

/** One change that is asked for. */
export interface Ask {
	kind: Kind;
	/** What identifies the record, as its JSON text. */
	key: string;
	/** What a change of it makes another one. */
	content: string;
}

/** What was asked for so far: hashes of contents, by kind and hash of the key. */
export type Memory = ReadonlyMap<string, string>;

const MARKS = { created: '+', updated: '~', removed: '-' } satisfies Record<Kind, string>;

/** In place of a content, for a record that was created, and had a row since. */
const DONE = '';

const placeOf = (kind: Kind, key: string) => MARKS[kind] + shortHash(key);

/**
 * Compares what is to be asked for with what was. What has to be asked for again, unchanged, was not done. A creation
 * is never asked for twice, because it may have been done out of sight: where the other system is read in part, or
 * stores identifiers in another way, each time would add a copy. Only a record that changed, and never had a row, is
 * asked for again.
 *
 * @param owned the keys that exactly one row has
 * @param listed the keys of the list; none where records may be in it that were not read
 * @returns what was asked for before, of which creations are held back, and what to remember
 */
export function recall(
	known: Memory,
	asks: Ask[],
	owned: Iterable<string>,
	listed: Iterable<string> | undefined,
): { again: Ask[]; next: Memory } {
	const next = creationsLeft(known, owned, listed);
	const again: Ask[] = [];
	for (const ask of asks) {
		const { kind, key } = ask;
		const place = placeOf(kind, key);
		const content = shortHash(ask.content);
		const before = known.get(place);
		const isDone = before === DONE;
		if (isDone || before === content) again.push(ask);
		next.set(place, isDone ? DONE : content);
	}
	return { again, next };
}

/** What was created, unless the record left the list since. */
function creationsLeft(
	known: Memory,
	owned: Iterable<string>,
	listed: Iterable<string> | undefined,
): Map<string, string> {
	const created = [...known].filter(([place]) => place.startsWith(MARKS.created));
	// Nobody waits for the hashes of a whole list that nothing is looked up in.
	if (created.length === 0) return new Map();
	const left = listed && new Set(places(listed));
	const next = new Map(created.filter(([place]) => left?.has(place) ?? true));
	for (const place of places(owned)) if (next.has(place)) next.set(place, DONE);
	return next;
}

function places(keys: Iterable<string>): string[] {
	return [...keys].map((key) => placeOf('created', key));
}

/** What n8n stores of a memory, for one list: the higher version is the newer one. */
export interface Remembered {
	version: number;
	list: string;
	/** A line for each change that was asked for. */
	asked: string;
}

/** @returns `undefined` for data of another list, or that this code has not written */
export function rememberedIn(data: unknown, list: string): Remembered | undefined {
	if (!isObject(data) || data.list !== list) return undefined;
	const { version, asked } = data;
	if (typeof version !== 'number' || typeof asked !== 'string') return undefined;
	return { version, list, asked };
}

export function encode(memory: Memory): string {
	return [...memory].map(([place, content]) => place + content).join('\n');
}

/** Where the hash of a content begins in a line. */
const END = HASH_LENGTH + 1;

export function decode(asked: string): Memory {
	const lines = asked === '' ? [] : asked.split('\n');
	return new Map(lines.map((line) => [line.slice(0, END), line.slice(END)]));
}
