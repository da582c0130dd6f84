import type { IDataObject } from 'n8n-workflow';
import type { Connection } from '../api/connection';
import { decodeEntries, encodeEntries, shortHash, type Snapshot } from '../core/snapshot';
import type { TriggerSettings } from './settings';

/**
 * What the trigger keeps in n8n's static data, as one value. No customer data: keys, and hashes of
 * the rest.
 */
interface StoredState {
	version: 1;
	/** What the snapshot is of; see {@link fingerprint}. */
	list: string;
	told: number;
	foundNothing: boolean;
	entries: string;
	/** Changes with each poll that ends, so that a poll which was overtaken finds out. */
	stamp: number;
}

/**
 * Names the list that is watched, and how its records are told apart. Another API key for the
 * same company changes nothing.
 */
export function fingerprint(
	{ baseUrl, companyId }: Connection,
	{ request, keyField, ignoredFields }: TriggerSettings,
): string {
	const ignored = [...ignoredFields].sort();
	return shortHash(JSON.stringify([baseUrl, companyId, request.operationName, keyField, ignored]));
}

/** The static data of one trigger node, read afresh each time: another poll may have written it. */
export class TriggerState {
	constructor(private readonly staticData: IDataObject) {}

	/** What the last poll that ended left here. */
	get stamp(): number {
		return this.stored?.stamp ?? 0;
	}

	/** Whether anything was kept at all, of whatever list. */
	get isEmpty(): boolean {
		return this.staticData.state === undefined;
	}

	/** How often changes were told so far, of whatever list. */
	get told(): number {
		return this.stored?.told ?? 0;
	}

	/** The snapshot of this list, if there is one. */
	read(list: string): Snapshot | undefined {
		const { stored } = this;
		if (!stored || stored.list !== list) return undefined;
		const entries = decodeEntries(stored.entries);
		return entries && { entries, told: stored.told, foundNothing: stored.foundNothing };
	}

	/** In one assignment, so that there is never half a state. */
	write(list: string, { entries, told, foundNothing }: Snapshot): void {
		const state: StoredState = {
			version: 1,
			list,
			told,
			foundNothing,
			entries: encodeEntries(entries),
			stamp: this.stamp + 1,
		};
		this.staticData.state = { ...state };
	}

	private get stored(): StoredState | undefined {
		const { state } = this.staticData;
		return isStoredState(state) ? state : undefined;
	}
}

function isStoredState(value: unknown): value is StoredState {
	return (
		typeof value === 'object' &&
		value !== null &&
		'version' in value &&
		value.version === 1 &&
		'list' in value &&
		typeof value.list === 'string' &&
		'told' in value &&
		typeof value.told === 'number' &&
		'foundNothing' in value &&
		typeof value.foundNothing === 'boolean' &&
		'entries' in value &&
		typeof value.entries === 'string' &&
		'stamp' in value &&
		typeof value.stamp === 'number'
	);
}
