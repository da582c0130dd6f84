import { isObject } from '../guards';
import type { WatchedFields, WatchRequest } from './request';
import type { Connection } from '../api/connection';
import { shortHash } from './hash';
import { encodeEntries, type Snapshot } from './snapshot';

const VERSION = 2;

/** What the trigger keeps. Of customer data it holds keys, and hashes of the rest. */
export interface StoredState extends WatchedFields, Omit<Snapshot, 'entries' | 'watched'> {
	version: typeof VERSION;
	/** The workflow and the node that the state belongs to. */
	owner: string;
	/** The name of the node when the state was stored. */
	name: string;
	/** What the snapshot is of; see {@link fingerprint}. */
	list: string;
	/** See {@link encodeEntries}. */
	entries: string;
	/** Changes whenever the state does, so that a poll that ends after a later one notices. */
	stamp: number;
}

/** Names a list. Another API key for the same company changes nothing. */
export function fingerprint(
	{ baseUrl, companyId }: Connection,
	{ list: { operationName }, keyField }: WatchRequest,
): string {
	return shortHash(JSON.stringify([baseUrl, companyId, operationName, keyField]));
}

export function isNewer(value: unknown): boolean {
	return isObject(value) && typeof value.version === 'number' && value.version > VERSION;
}

export function newState(
	{ entries, watched, ...snapshot }: Snapshot,
	place: Pick<StoredState, 'owner' | 'name' | 'list' | 'stamp'>,
): StoredState {
	return { version: VERSION, ...place, ...snapshot, ...watched, entries: encodeEntries(entries) };
}

/** Whether this version stored the value; the entries are not checked. */
export function isStoredState(value: unknown): value is StoredState {
	if (!isObject(value) || value.version !== VERSION) return false;
	const texts = [value.owner, value.name, value.list, value.epoch, value.entries];
	const flags = [value.foundNothing, value.emitsExisting];
	const names = [value.fields, value.ignored];
	return (
		texts.every((text) => typeof text === 'string') &&
		flags.every((flag) => typeof flag === 'boolean') &&
		names.every((list) => Array.isArray(list) && list.every((name) => typeof name === 'string')) &&
		Number.isSafeInteger(value.emitted) &&
		Number.isSafeInteger(value.stamp)
	);
}
