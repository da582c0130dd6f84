import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Connection } from '../api/connection';
import { HASH_LENGTH, shortHash } from '../api/hash';
import { isObject } from '../api/json';
import { clock } from '../read/clock';
import type { Entry, Snapshot } from './changes';
import type { WatchRequest } from './parameters';

export const STARTS_OVER = 'This trigger remembers nothing of this list, so this poll is its first';

/** What this process stored last with an execution, by trigger, and when. */
const lastRuns = new Map<string, { epoch: string; runs: number; at: number }>();

/** How many milliseconds before a poll n8n may have read the state. Polls are a minute apart. */
const READ_BEFORE = 30_000;

const VERSION = 1;

/** What n8n keeps. Of customer data, it holds keys, and hashes of the rest. */
interface State extends Omit<Snapshot, 'entries'> {
	version: typeof VERSION;
	/** The ID of the node. */
	node: string;
	/** Names the list that was read; another API key for the same company changes nothing. */
	list: string;
	/** A line for each record: a dash for each missed read, the hash, the key. Half the size of JSON. */
	entries: string;
}

/** The state of a trigger: the static data of its node, which n8n can keep as a durable poll cursor. */
export class TriggerState {
	private readonly data: IDataObject;
	private readonly node: string;
	private readonly trigger: string;
	private readonly list: string;

	constructor(
		private readonly context: Pick<
			IPollFunctions,
			'getWorkflowStaticData' | 'getWorkflow' | 'getNode' | 'logger'
		>,
		{ baseUrl, companyId }: Connection,
		{ list: { listName }, keyField }: WatchRequest,
	) {
		this.data = context.getWorkflowStaticData('node');
		this.node = context.getNode().id;
		this.trigger = `${context.getWorkflow().id}/${this.node}`;
		this.list = shortHash(JSON.stringify([baseUrl, companyId, listName, keyField]));
	}

	/**
	 * Whether n8n read it before it stored what the previous poll left. Its durable scheduler can begin a
	 * poll before it has started the execution of the one before (2.41).
	 */
	get isOutdated(): boolean {
		const last = lastRuns.get(this.trigger);
		if (!last || clock.now() - last.at > READ_BEFORE) return false;
		return this.isOwn(this.data) && this.data.epoch === last.epoch && this.data.runs < last.runs;
	}

	/** @returns `undefined` when nothing is stored, or not of this list */
	load(): Snapshot | undefined {
		const stored = [this.data, ...Object.values(this.workflowData)].find((data) =>
			this.isOwn(data),
		);
		const entries = stored?.list === this.list ? decode(stored.entries) : undefined;
		if (stored && entries) return { ...stored, entries };
		this.context.logger.info(`${this.context.getNode().name}: ${STARTS_OVER}`);
		return undefined;
	}

	/** Writes all at once, so there is never half a state. @returns whether it was another one */
	store(snapshot: Snapshot): boolean {
		const { data, node, list, workflowData } = this;
		const { watchedId, epoch, runs, isBeginning } = snapshot;
		const entries = encode(snapshot.entries);
		const state = { version: VERSION, node, list, watchedId, epoch, runs, isBeginning, entries };
		if (Object.entries(state).every(([name, value]) => data[name] === value)) return false;
		if (runs !== data.runs) lastRuns.set(this.trigger, { epoch, runs, at: clock.now() });
		Object.assign(data, state);
		for (const [name, other] of Object.entries(workflowData)) {
			if (other !== data && this.isOwn(other)) delete workflowData[name];
		}
		return true;
	}

	/**
	 * n8n stores no cursor when a poll in an activation starts no run, but does store the static data of
	 * the workflow (2.41). There the next poll finds it.
	 */
	leaveToNextPoll(): void {
		this.workflowData[`node:${this.context.getNode().name}`] = { ...this.data };
	}

	/**
	 * The static data of the workflow, where n8n exposes them. They are kept by the node's name, so after a
	 * rename the state is there under the old one.
	 */
	private get workflowData(): Record<string, unknown> {
		const workflow = 'workflow' in this.context && this.context.workflow;
		const shown = isObject(workflow) && workflow.staticData;
		return isObject(shown) ? shown : {};
	}

	private isOwn(data: unknown): data is State {
		return isState(data) && data.node === this.node;
	}
}

function isState(value: unknown): value is State {
	if (!isObject(value) || value.version !== VERSION) return false;
	const texts = [value.node, value.list, value.watchedId, value.epoch, value.entries];
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
