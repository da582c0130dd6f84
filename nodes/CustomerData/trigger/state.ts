import type { IDataObject } from 'n8n-workflow';
import { listId, type Connection } from '../api/connection';
import { isObject, unlessItThrows } from '../api/json';
import type { JsonValue } from '../api/page';
import { textKeyOf } from '../identity/identity';
import type { Condition } from '../parameters/onlyRecords';
import type { WatchRequest } from './parameters';
import type { Entry, Snapshot } from './snapshot';

const VERSION = 1;

/** The trigger and the list that a state belongs to. */
export interface Owner {
	/** The ID of the node. */
	node: string;
	/** Names the list that was read. */
	list: string;
}

/** What is stored as JSON. */
type Written = 'conditions' | 'entries' | 'filled' | 'filledInAll' | 'waiting';

/** The state that n8n stores. Of customer data, it holds keys, and hashes of the rest. */
interface State extends Omit<Snapshot, Written>, Owner {
	version: typeof VERSION;
	/** JSON: in turn, a key as the list had it last, and the hash of its record, or more of one that was missed. */
	entries: string;
	/** JSON: the keys whose changes wait. */
	waiting: string;
	/** JSON: how many records have a value in each watched field. */
	filled: string;
	/** JSON: the conditions on the records. */
	conditions: string;
	/** JSON: how many records have a value in each of their fields. */
	filledInAll: string;
}

export function ownerOf(
	node: string,
	connection: Connection,
	{ list: { listName }, keyField }: WatchRequest,
): Owner {
	return { node, list: listId(connection, listName, keyField) };
}

/** @returns `undefined` when nothing is stored, or not of this node and list */
export function load(stored: unknown, { node, list }: Owner): Snapshot | undefined {
	if (!isStateOf(node, stored) || stored.list !== list) return undefined;
	const entries = decode(stored.entries);
	const [waiting, conditions] = [parsed(stored.waiting), conditionsIn(stored.conditions)];
	const [filled, filledInAll] = [countsIn(stored.filled), countsIn(stored.filledInAll)];
	if (!entries || !conditions || !filled || !filledInAll) return undefined;
	if (!Array.isArray(waiting)) return undefined;
	return {
		...stored,
		entries,
		waiting: new Map(waiting.map((key, place) => [String(key), place])),
		...{ conditions, filled, filledInAll },
	};
}

/** Writes all at once, so there is never half a state. @returns whether it was another one */
export function store(data: IDataObject, owner: Owner, snapshot: Snapshot): boolean {
	const { watchedId, epoch, runs, existing, accepted } = snapshot;
	const state: State = {
		version: VERSION,
		...owner,
		...{ watchedId, epoch, runs, existing, accepted },
		entries: encode(snapshot.entries),
		waiting: JSON.stringify([...snapshot.waiting.keys()]),
		filled: JSON.stringify(Object.fromEntries(snapshot.filled)),
		conditions: JSON.stringify(snapshot.conditions),
		filledInAll: JSON.stringify(Object.fromEntries(snapshot.filledInAll)),
	};
	if (Object.entries(state).every(([name, value]) => data[name] === value)) return false;
	Object.assign(data, state);
	return true;
}

/** Whether the node with this ID stored the value, for any list. */
export function isStateOf(node: string, value: unknown): value is State {
	if (!isObject(value) || value.version !== VERSION || value.node !== node) return false;
	const { list, watchedId, epoch, runs, existing, accepted } = value;
	const { conditions, entries, filled, filledInAll, waiting } = value;
	const texts = [list, watchedId, epoch, conditions, entries, filled, filledInAll, waiting];
	const isWhole = texts.every((text) => typeof text === 'string');
	return isWhole && [runs, existing, accepted].every(Number.isSafeInteger);
}

/** Sorted by key, so that the order of the list does not count, and removals come in an order. */
export function encode(entries: Snapshot['entries']): string {
	const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
	const inTurn = sorted.flatMap(([key, entry]): unknown[] => {
		return [JSON.parse(key), entry.misses === undefined ? entry.hash : entry];
	});
	return JSON.stringify(inTurn);
}

/** @returns `undefined` when the text was not written by {@link encode} */
export function decode(text: string): Map<string, Entry> | undefined {
	const found = parsed(text);
	if (!Array.isArray(found)) return undefined;
	const entries = new Map<string, Entry>();
	for (let place = 0; place < found.length; place += 2) {
		const key = textKeyOf(found[place]);
		const seen: unknown = found[place + 1];
		const entry = typeof seen === 'string' ? { hash: seen } : isMissed(seen) && seen;
		if (key === undefined || !entry) return undefined;
		entries.set(key, entry);
	}
	return entries;
}

function isMissed(value: unknown): value is Entry {
	return isObject(value) && typeof value.hash === 'string' && typeof value.misses === 'number';
}

/** @returns `undefined` when the text does not hold conditions */
function conditionsIn(text: string): Condition[] | undefined {
	const found = parsed(text);
	if (!Array.isArray(found)) return undefined;
	const lines: unknown[] = found;
	return lines.every(isCondition) ? lines : undefined;
}

function isCondition(value: unknown): value is Condition {
	return isObject(value) && typeof value.field === 'string' && typeof value.isNot === 'boolean';
}

/** @returns `undefined` when the text does not hold counts */
function countsIn(text: string): Map<string, number> | undefined {
	const found = parsed(text);
	if (!isObject(found)) return undefined;
	return new Map(Object.entries(found).map(([field, count]) => [field, Number(count)]));
}

function parsed(text: string): JsonValue | undefined {
	return unlessItThrows(() => JSON.parse(text));
}
