import type { IDataObject } from 'n8n-workflow';
import type { Connection } from '../api/connection';
import { HASH_LENGTH, shortHash } from '../api/hash';
import { isObject } from '../api/json';
import type { Entry, Snapshot } from './changes';
import type { WatchRequest } from './parameters';

const VERSION = 1;

/** Whose state it is. */
export interface Owner {
	/** The ID of the node. */
	node: string;
	/** Names the list that was read; another API key for the same company changes nothing. */
	list: string;
}

/** What n8n keeps. Of customer data, it holds keys, and hashes of the rest. */
interface State extends Omit<Snapshot, 'entries' | 'filled' | 'waiting'>, Owner {
	version: typeof VERSION;
	/**
	 * A line for each record: a dash for each miss, or ~ for an excused one, = for a key that is respelled, the
	 * hash, the key, and after a tab as the list has it where that differs, but nothing for a number. Half the
	 * size of JSON.
	 */
	entries: string;
	/** A line for each key whose change waits. */
	waiting: string;
	/** A line for each chosen field: how many records have it, and its name as JSON. */
	filled: string;
}

/** The owner of the state of a node that watches a list. */
export function ownerOf(
	node: string,
	{ baseUrl, companyId }: Connection,
	{ list: { listName }, keyField }: WatchRequest,
): Owner {
	return { node, list: shortHash(JSON.stringify([baseUrl, companyId, listName, keyField])) };
}

/** @returns `undefined` when nothing is stored, or not of this node and list */
export function load(stored: unknown, { node, list }: Owner): Snapshot | undefined {
	if (!isStateOf(node, stored) || stored.list !== list) return undefined;
	const entries = decode(stored.entries);
	const waiting = new Map(linesOf(stored.waiting).map((key, place) => [key, place]));
	const filled = new Map(linesOf(stored.filled).map(fieldIn));
	return entries && { ...stored, entries, waiting, filled };
}

/** Writes all at once, so there is never half a state. @returns whether it was another one */
export function store(data: IDataObject, owner: Owner, snapshot: Snapshot): boolean {
	const { watchedId, epoch, runs, existing, accepted } = snapshot;
	const lists = {
		entries: encode(snapshot.entries),
		waiting: [...snapshot.waiting.keys()].join('\n'),
		filled: [...snapshot.filled]
			.map(([name, count]) => `${count} ${JSON.stringify(name)}`)
			.join('\n'),
	};
	const state = {
		version: VERSION,
		...owner,
		watchedId,
		epoch,
		runs,
		existing,
		accepted,
		...lists,
	};
	if (Object.entries(state).every(([name, value]) => data[name] === value)) return false;
	Object.assign(data, state);
	return true;
}

/** Whether the node with this ID stored the value, of whatever list. */
export function isStateOf(node: string, value: unknown): value is State {
	if (!isObject(value) || value.version !== VERSION || value.node !== node) return false;
	const { list, watchedId, epoch, entries, waiting, filled, runs, existing, accepted } = value;
	const texts = [list, watchedId, epoch, entries, waiting, filled];
	const isWhole = texts.every((text) => typeof text === 'string');
	return isWhole && [runs, existing, accepted].every(Number.isSafeInteger);
}

function linesOf(text: string): string[] {
	return text === '' ? [] : text.split('\n');
}

function fieldIn(line: string): [name: string, count: number] {
	const end = line.indexOf(' ');
	return [JSON.parse(line.slice(end)), Number(line.slice(0, end))];
}

const EXCUSED = '~';
const RESPELLED = '=';

/** Sorted by key, so that the order of the list does not count, and removals come in an order. */
export function encode(entries: Snapshot['entries']): string {
	return [...entries]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([key, { hash, misses, isExcused, isRespelled, written }]) => {
			const own = written === undefined ? '' : `\t${written === unquoted(key) ? '' : written}`;
			const mark = (isExcused ? EXCUSED : '-'.repeat(misses)) + (isRespelled ? RESPELLED : '');
			return mark + hash + key + own;
		})
		.join('\n');
}

const LINE = new RegExp(
	`^(-{0,2}|${EXCUSED})(${RESPELLED}?)([A-Za-z0-9+/]{${HASH_LENGTH}})("[^\\t]*")(\\t.*)?$`,
	's',
);

/** @returns `undefined` when the text was not written by {@link encode} */
export function decode(text: string): Map<string, Entry> | undefined {
	const entries = new Map<string, Entry>();
	for (const line of linesOf(text)) {
		const [, mark, respelled, hash, key, own] = LINE.exec(line) ?? [];
		if (mark === undefined || hash === undefined || key === undefined) return undefined;
		const isExcused = mark === EXCUSED;
		entries.set(key, {
			hash,
			misses: isExcused ? 0 : mark.length,
			...(isExcused && { isExcused }),
			...(respelled && { isRespelled: true }),
			written: own && (own.slice(1) || unquoted(key)),
		});
	}
	return entries;
}

/** A number that is written as text. */
function unquoted(key: string): string {
	return key.slice(1, -1);
}
