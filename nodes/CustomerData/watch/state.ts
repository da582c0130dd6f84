import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { isObject } from '../guards';
import type { WatchRequest } from '../parameters/trigger';
import type { Connection } from '../transport/connection';
import { decodeEntries, encodeEntries, shortHash, type Snapshot } from './snapshot';

/** What the trigger keeps. Of customer data it holds keys, and hashes of the rest. */
interface StoredState {
	version: 1;
	/** What the snapshot is of; see {@link fingerprint}. */
	list: string;
	/** Polls that emitted changes. */
	told: number;
	foundNothing: boolean;
	entries: string;
	/** Changes with each poll, so that a poll that ends after a later one notices. */
	stamp: number;
}

/**
 * Names what is watched: the list, the key field and the ignored fields. Another API key for the
 * same company changes nothing.
 */
export function fingerprint(
	{ baseUrl, companyId }: Connection,
	{ list: { operationName, options }, keyField }: WatchRequest,
): string {
	const ignored = [...new Set(options.ignoreFields)].sort();
	return shortHash(JSON.stringify([baseUrl, companyId, operationName, keyField, ignored]));
}

/** A trigger's state in n8n's static data, read anew each time: another poll may have written it. */
export class TriggerState {
	private readonly staticData: IDataObject;

	constructor(context: Pick<IPollFunctions, 'getWorkflowStaticData'>) {
		this.staticData = context.getWorkflowStaticData('node');
	}

	get stamp(): number {
		return this.stored?.stamp ?? 0;
	}

	get isEmpty(): boolean {
		return this.staticData.state === undefined;
	}

	/** Polls that emitted changes so far, of whatever list. */
	get emitted(): number {
		return this.stored?.told ?? 0;
	}

	/** The snapshot of this list, if there is one. */
	read(list: string): Snapshot | undefined {
		const { stored } = this;
		if (stored?.list !== list) return undefined;
		const { told: emitted, foundNothing } = stored;
		const entries = decodeEntries(stored.entries);
		return entries && { entries, emitted, foundNothing };
	}

	/** Writes in one assignment, so there is never half a state. */
	write(list: string, { entries, emitted: told, foundNothing }: Snapshot): void {
		const kept = { list, told, foundNothing, entries: encodeEntries(entries) };
		this.staticData.state = { version: 1, ...kept, stamp: this.stamp + 1 } satisfies StoredState;
	}

	private get stored(): StoredState | undefined {
		const { state } = this.staticData;
		return isStoredState(state) ? state : undefined;
	}
}

function isStoredState(value: unknown): value is StoredState {
	if (!isObject(value) || value.version !== 1) return false;
	const { list, told, foundNothing, entries, stamp } = value;
	const hasTexts = typeof list === 'string' && typeof entries === 'string';
	const hasNumbers = typeof told === 'number' && typeof stamp === 'number';
	return hasTexts && hasNumbers && typeof foundNothing === 'boolean';
}
