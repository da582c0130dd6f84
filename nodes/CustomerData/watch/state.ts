import { randomUUID } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { isObject } from '../guards';
import type { WatchRequest } from './request';
import type { Connection } from '../api/connection';
import type { Memory } from './decide';
import { decodeEntries, type Snapshot } from './snapshot';
import { fingerprint, isNewer, isStoredState, newState, type StoredState } from './storedState';
import { isVersion1, readVersion1 } from './version1';

interface Loaded extends Memory {
	/** Why the trigger starts over, although something is stored. */
	startsOver: string | undefined;
}

const STARTS_OVER = 'so it starts over from the current list';
const OTHER_SETTINGS = `The settings of this trigger changed, ${STARTS_OVER}`;
const NEWER = `The state of this trigger was stored by a newer version of this package, ${STARTS_OVER}`;
const DAMAGED = `The stored state of this trigger is damaged, ${STARTS_OVER}`;

/** The last state that this process wrote, by owner. */
const written = new Map<string, { epoch: string; stamp: number; at: number }>();

/** For so many milliseconds, n8n may hand out the state before. Later, it did not store the new one. */
const HANDED_OUT_LATE = 60_000;

/**
 * A trigger's state in n8n's static data, read anew each time: another poll may have written it.
 *
 * It is stored twice. What n8n calls the node's data is kept by the node's name, so a node that is
 * renamed loses it; but with n8n's durable cursors, it is stored together with the run. The workflow's
 * data is no part of that, but can be kept by the node's ID. The one that is stored later counts.
 */
export class TriggerState {
	private readonly ofNode: IDataObject;
	private readonly ofWorkflow: IDataObject;
	private readonly slot: string;
	private readonly owner: string;
	private readonly name: string;

	constructor(context: Pick<IPollFunctions, 'getWorkflowStaticData' | 'getWorkflow' | 'getNode'>) {
		const { id, name } = context.getNode();
		this.ofNode = context.getWorkflowStaticData('node');
		this.ofWorkflow = context.getWorkflowStaticData('global');
		this.slot = `customerDataTrigger:${id}`;
		this.owner = `${context.getWorkflow().id}/${id}`;
		this.name = name;
	}

	get stamp(): number {
		return this.stored?.stamp ?? 0;
	}

	/**
	 * Whether another poll in this process has written a later state. n8n's durable scheduler runs several
	 * polls of a trigger at once, each with its own copy of the static data: those that n8n missed while it
	 * was down, and one whose lease expired (n8n 2.41).
	 */
	get isOutdated(): boolean {
		const last = written.get(this.owner);
		if (!last || last.epoch !== this.stored?.epoch || last.stamp <= this.stamp) return false;
		return Date.now() - last.at < HANDED_OUT_LATE;
	}

	load(request: WatchRequest, connection: Connection): Loaded {
		const { stored } = this;
		const isOld = !stored;
		const known = stored
			? snapshotOf(stored, fingerprint(connection, request))
			: readVersion1(this.ofNode.state, request, connection);
		if (known) return { snapshot: known, isKnown: true, isOld, startsOver: undefined };
		const { emitted, epoch } = stored ?? { emitted: 0, epoch: randomUUID() };
		const nothing = { entries: new Map(), foundNothing: false, emitsExisting: false };
		const snapshot = { ...nothing, watched: request.watched, emitted, epoch };
		return { snapshot, isKnown: false, isOld, startsOver: this.whyUnknown() };
	}

	/** Writes in one assignment each, so there is never half a state. */
	write(request: WatchRequest, connection: Connection, snapshot: Snapshot): void {
		const { owner, name, stamp } = this;
		const list = fingerprint(connection, request);
		const state = newState(snapshot, { owner, name, list, stamp: stamp + 1 });
		this.ofNode.state = { ...state };
		this.ofWorkflow[this.slot] = { ...state };
		written.set(owner, { epoch: state.epoch, stamp: state.stamp, at: Date.now() });
	}

	private get stored(): StoredState | undefined {
		const ofNode = this.own(this.ofNode.state);
		const ofWorkflow = this.own(this.ofWorkflow[this.slot]);
		if (!ofNode || !ofWorkflow || ofWorkflow.stamp <= ofNode.stamp) return ofNode ?? ofWorkflow;
		// After the node was renamed, and back, what is kept by its name is out of date.
		const gotItsNameBack = ofNode.name === this.name && ofWorkflow.name !== this.name;
		// With durable cursors, what the workflow's data has emitted may be of a run that never started.
		const emittedTheSame =
			ofNode.epoch === ofWorkflow.epoch && ofNode.emitted === ofWorkflow.emitted;
		return gotItsNameBack || emittedTheSame ? ofWorkflow : ofNode;
	}

	/** Another node, or one in a copy of the workflow, can have left its state there. */
	private own(value: unknown): StoredState | undefined {
		return isStoredState(value) && value.owner === this.owner ? value : undefined;
	}

	private whyUnknown(): string | undefined {
		const found = [this.ofNode.state, this.ofWorkflow[this.slot]].filter(
			(value) => value !== undefined && !(isObject(value) && isOfOther(value, this.owner)),
		);
		if (found.length === 0) return undefined;
		if (found.some(isNewer)) return NEWER;
		return found.some(isIntact) ? OTHER_SETTINGS : DAMAGED;
	}
}

function snapshotOf(
	{ list, entries: text, fields, ignored, ...stored }: StoredState,
	expected: string,
): Snapshot | undefined {
	const entries = decodeEntries(text);
	if (list !== expected || !entries) return undefined;
	const { emitted, epoch, foundNothing, emitsExisting } = stored;
	return { entries, watched: { fields, ignored }, emitted, epoch, foundNothing, emitsExisting };
}

function isIntact(value: unknown): boolean {
	const hasShape = isStoredState(value) || isVersion1(value);
	return hasShape && decodeEntries(value.entries) !== undefined;
}

function isOfOther({ owner }: Record<string, unknown>, own: string): boolean {
	return typeof owner === 'string' && owner !== own;
}
