import { isObject } from '../guards';
import type { WatchRequest } from './request';
import type { Connection } from '../api/connection';
import { shortHash } from './hash';
import { decodeEntries, type Snapshot } from './snapshot';

/** The state as version 0.1 of this package stored it. */
interface Version1 {
	version: 1;
	/** Hash of what was watched. */
	list: string;
	/** Runs that emitted changes. */
	told: number;
	foundNothing: boolean;
	entries: string;
}

export function isVersion1(value: unknown): value is Version1 {
	if (!isObject(value) || value.version !== 1) return false;
	const { list, told, foundNothing, entries } = value;
	const hasTexts = typeof list === 'string' && typeof entries === 'string';
	return hasTexts && Number.isSafeInteger(told) && typeof foundNothing === 'boolean';
}

/**
 * The snapshot in a state of version 1; `undefined` when it is not one of this list. What was missing
 * once has to be missed twice again: that version did not hold back any number of removals.
 */
export function readVersion1(
	value: unknown,
	{ list: { operationName }, keyField, watched }: WatchRequest,
	{ baseUrl, companyId }: Connection,
): Snapshot | undefined {
	if (!isVersion1(value)) return undefined;
	const { list, told: emitted, foundNothing } = value;
	const settings = [baseUrl, companyId, operationName, keyField, watched.ignored];
	const entries = decodeEntries(value.entries);
	if (!entries || list !== shortHash(JSON.stringify(settings))) return undefined;
	for (const entry of entries.values()) entry.absence = 0;
	return {
		entries,
		watched: { fields: [], ignored: watched.ignored },
		emitted,
		epoch: shortHash(JSON.stringify(value)),
		foundNothing,
		emitsExisting: false,
	};
}
