import { randomUUID } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Connection } from '../api/connection';
import { isObject } from '../guards';
import type { Entry, Snapshot } from './compare';
import { HASH_LENGTH, shortHash } from './identity';
import type { WatchRequest } from './request';

const STARTS_OVER =
	'The settings of this trigger changed, or its state cannot be read, so it starts over from the current list';

/** What this process stored last, by trigger, and when. */
const lastStored = new Map<string, { epoch: string; stamp: string; at: number }>();

/** For so many milliseconds, n8n may hand out the state before. Later, it did not store the new one. */
const HANDED_OUT_LATE = 60_000;

const PREFIX = 'customerDataTrigger:';
const VERSION = 1;

/** What n8n keeps. Of customer data, it holds keys, and hashes of the rest. */
interface State extends Omit<Snapshot, 'entries'> {
	version: typeof VERSION;
	/** Another text whenever something is stored. */
	stamp: string;
	/** Names the list that was read; another API key for the same company changes nothing. */
	list: string;
	/** A line for each record, half the size of an object: a dash a miss, the hash, the key. */
	entries: string;
}

/**
 * The state of a trigger, in the static data of its workflow: there it survives that the node is renamed,
 * and n8n stores it with each run.
 */
export class TriggerState {
	private readonly data: IDataObject;
	private readonly slot: string;
	private readonly list: string;
	private readonly owner: string;

	constructor(
		private readonly context: Pick<
			IPollFunctions,
			'getWorkflowStaticData' | 'getWorkflow' | 'getNode' | 'logger'
		>,
		{ baseUrl, companyId }: Connection,
		{ list: { operationName }, keyField }: WatchRequest,
	) {
		this.data = context.getWorkflowStaticData('global');
		this.slot = `${PREFIX}${context.getNode().id}`;
		this.owner = `${context.getWorkflow().id}/${this.slot}`;
		this.list = shortHash(JSON.stringify([baseUrl, companyId, operationName, keyField]));
	}

	/** @returns `undefined` when nothing is stored, or not of this list */
	load(): Snapshot | undefined {
		const stored = this.data[this.slot];
		const entries = isState(stored) && stored.list === this.list && decode(stored.entries);
		if (entries) return { ...stored, entries };
		if (stored !== undefined) this.context.logger.info(STARTS_OVER);
		return undefined;
	}

	/**
	 * Whether this process stored another state a moment ago. n8n's durable scheduler makes a context, with
	 * a copy of the static data, before it stores what the poll before left (n8n 2.41).
	 */
	get isOutdated(): boolean {
		const last = lastStored.get(this.owner);
		if (!last || Date.now() - last.at >= HANDED_OUT_LATE) return false;
		const stored = this.data[this.slot];
		return isState(stored) && stored.epoch === last.epoch && stored.stamp !== last.stamp;
	}

	/** Writes in one assignment, so there is never half a state. @returns whether it was another one */
	store(snapshot: Snapshot): boolean {
		const { list, data, slot } = this;
		const { watched, epoch, runs, isBeginning } = snapshot;
		const entries = encode(snapshot.entries);
		const state = { version: VERSION, list, watched, epoch, runs, isBeginning, entries } as const;
		const { [slot]: stored = {} } = data;
		const isSame = ([name, value]: [string, unknown]) => isObject(stored) && stored[name] === value;
		if (Object.entries(state).every(isSame)) return false;
		const stamp = randomUUID();
		data[slot] = { ...state, stamp };
		lastStored.set(this.owner, { epoch, stamp, at: Date.now() });
		this.clearUp();
		return true;
	}

	/** Removes the states of nodes that are no longer in the workflow, where n8n tells its nodes. */
	private clearUp(): void {
		const { context, data } = this;
		const nodes = 'workflow' in context && isObject(context.workflow) && context.workflow.nodes;
		if (!isObject(nodes)) return;
		const slots = Object.values(nodes).map(
			(node) => isObject(node) && `${PREFIX}${String(node.id)}`,
		);
		for (const name of Object.keys(data)) {
			if (name.startsWith(PREFIX) && !slots.includes(name)) delete data[name];
		}
	}
}

function isState(value: unknown): value is State {
	if (!isObject(value) || value.version !== VERSION) return false;
	const texts = [value.list, value.watched, value.epoch, value.stamp, value.entries];
	const isWhole = texts.every((text) => typeof text === 'string');
	return isWhole && Number.isSafeInteger(value.runs) && typeof value.isBeginning === 'boolean';
}

/** Sorted by key, so that the order of the list does not count, and removals come in an order. */
export function encode(entries: Snapshot['entries']): string {
	return [...entries]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([key, { hash, misses }]) => '-'.repeat(misses) + hash + key)
		.join('\n');
}

const LINE = new RegExp(`^-{0,2}[A-Za-z0-9+/]{${HASH_LENGTH}}(".*"|-?\\d.*)$`, 's');

/** @returns `undefined` when the text was not written by {@link encode} */
export function decode(text: string): Map<string, Entry> | undefined {
	const entries = new Map<string, Entry>();
	for (const line of text === '' ? [] : text.split('\n')) {
		if (!LINE.test(line)) return undefined;
		const misses = line.search(/[^-]/);
		const end = misses + HASH_LENGTH;
		entries.set(line.slice(end), { hash: line.slice(misses, end), misses });
	}
	return entries;
}
