import type { JsonValue } from '../api/page';
import type { WatchedFields } from './request';
import { HASH_LENGTH } from './hash';

/** How surely a record is gone: a read that misses it adds to that, one that finds it ends it. */
export const SURELY_GONE = 3;

/** Stands for the hash of a record whose update was not emitted yet, when that hash is of no use. */
export const OUTDATED = '?'.repeat(HASH_LENGTH);

export interface Entry {
	/** Of the content that was emitted last, or {@link OUTDATED}. */
	hash: string;
	/** 0 to {@link SURELY_GONE}. */
	absence: number;
}

/** What is remembered of a list; keys are as {@link keyOf} gives them. */
export interface Snapshot {
	entries: ReadonlyMap<string, Entry>;
	/** What the hashes are of. */
	watched: WatchedFields;
	/** Runs that emitted changes so far. */
	emitted: number;
	/** Part of every event's id; another one whenever a snapshot begins without an earlier one. */
	epoch: string;
	/** Whether the last read found nothing, which the next one has to confirm. */
	foundNothing: boolean;
	/** Whether records that were there at the beginning are still to be emitted as created. */
	emitsExisting: boolean;
}

/**
 * A key as its JSON text, so that the number 1 and the text "1" stay apart; `undefined` for what
 * cannot identify a record.
 */
export function keyOf(value: JsonValue | undefined): string | undefined {
	const identifies = (typeof value === 'string' && value !== '') || typeof value === 'number';
	return identifies ? JSON.stringify(value) : undefined;
}

const ABSENT = '-';

/** The entries as one text, a line each: half the size of an object, and one value for n8n to watch. */
export function encodeEntries(entries: Snapshot['entries']): string {
	return [...entries]
		.map(([key, { hash, absence }]) => `${ABSENT.repeat(absence)}${hash}${key}`)
		.join('\n');
}

/** @returns `undefined` when the text was not written by {@link encodeEntries} */
export function decodeEntries(text: string): Map<string, Entry> | undefined {
	const entries = new Map<string, Entry>();
	if (text === '') return entries;
	for (const line of text.split('\n')) {
		const [, absent, hash, key] =
			/^(-{0,3})([A-Za-z0-9+/]{11}|\?{11})(".*"|-?\d.*)$/s.exec(line) ?? [];
		if (absent === undefined || hash === undefined || key === undefined) return undefined;
		entries.set(key, { hash, absence: absent.length });
	}
	return entries;
}
