import { createHash } from 'node:crypto';
import type { DataRecord, JsonValue } from '../paging/answer';
import { canonical, without } from '../paging/identity';

export interface Entry {
	hash: string;
	missing: boolean;
}

/** What is remembered of a list; keys are as {@link keyOf} gives them. */
export interface Snapshot {
	entries: ReadonlyMap<string, Entry>;
	/** Polls that emitted changes so far. */
	emitted: number;
	/** Whether the last read found nothing where there was something before. */
	foundNothing: boolean;
}

/** 66 bits: a list of 100,000 records has two equal hashes once in 10^10 lists. */
const HASH_LENGTH = 11;

export function shortHash(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, HASH_LENGTH);
}

/** The hash of a record's content without the ignored fields, whatever the order of its fields. */
export function hashRecord(record: DataRecord, ignoredFields: ReadonlySet<string>): string {
	return shortHash(canonical(without(record, ignoredFields)));
}

/**
 * A key as its JSON text, so that the number 1 and the text "1" stay apart; `undefined` for what
 * cannot identify a record.
 */
export function keyOf(value: JsonValue | undefined): string | undefined {
	const identifies = (typeof value === 'string' && value !== '') || typeof value === 'number';
	return identifies ? JSON.stringify(value) : undefined;
}

const MISSING = '-';

/** The entries as one text, a line each: half the size of an object, and one value for n8n to watch. */
export function encodeEntries(entries: Snapshot['entries']): string {
	return [...entries]
		.map(([key, { hash, missing }]) => `${missing ? MISSING : ''}${hash}${key}`)
		.join('\n');
}

/** @returns `undefined` when the text was not written by {@link encodeEntries} */
export function decodeEntries(text: string): Snapshot['entries'] | undefined {
	const entries = new Map<string, Entry>();
	if (text === '') return entries;
	for (const line of text.split('\n')) {
		const [, missing, hash, key] = /^(-?)([A-Za-z0-9+/]{11})(".*"|-?\d.*)$/s.exec(line) ?? [];
		if (hash === undefined || key === undefined) return undefined;
		entries.set(key, { hash, missing: missing === MISSING });
	}
	return entries;
}
