import { randomUUID } from 'node:crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { clientFor } from '../api/client';
import { PageNotRead } from '../errors/failures';
import { toNodeError, withAdvice } from '../errors/nodeErrors';
import { userError } from '../errors/userError';
import { TooManyRemovals } from '../identity/missing';
import { newGate } from '../read/clock';
import { listPages, newStats, type ReadStats, summaryOf } from '../read/listPages';
import { type Change, changesSince, eventOf, type Snapshot } from './changes';
import { type ReadPages, readList, watchedPart } from './readList';
import { TriggerState } from './state';
import { readWatchRequest, type WatchRequest } from './parameters';

/**
 * Reads the whole list and finds what changed since the last poll. The state is written whole, after a
 * whole read; whatever ends early leaves it as it was.
 */
export async function findChanges(
	request: WatchRequest,
	pages: ReadPages,
	stats: Pick<ReadStats, 'lacksOverlap' | 'repeats'>,
	state: TriggerState,
) {
	const { watchedId } = request;
	const nothing = { entries: new Map(), watchedId, runs: 0, isBeginning: true };
	const known = state.load() ?? { ...nothing, epoch: randomUUID() };
	const findEvent = (key: string, hash: string) => eventOf(key, hash, known, request);
	const { records, keyless, shared } = await readList(pages, request, findEvent);
	// Then a known record may be in the list unseen: without its key, or where others came twice.
	const isInDoubt = keyless.length > 0 || stats.lacksOverlap || stats.repeats > 0;
	const { changes, next } = changesSince(known, { records, shared, isInDoubt }, request);
	const leftOut = keyless.length + [...shared.values()].flat().length;
	const isStored = state.store(next);
	const read = records.size + leftOut;
	const isLost = isLostUnlessStored(known, next);
	return { changes, isStored, isLostUnlessStored: isLost, isInDoubt, leftOut, read };
}

/** Misses and updates are found again. */
function isLostUnlessStored(
	known: Snapshot,
	{ entries, watchedId, isBeginning }: Snapshot,
): boolean {
	const isOther = watchedId !== known.watchedId || isBeginning !== known.isBeginning;
	if (isOther || entries.size !== known.entries.size) return true;
	return [...entries.keys()].some((key) => !known.entries.has(key));
}

/** Triggers that poll now, by their IDs. */
const polling = new Set<string>();

const polled = new WeakSet<IPollFunctions>();

type PollKind = ReturnType<typeof kindOf>;

/** Why n8n activates a workflow when nobody publishes: it starts, or another main process takes over. */
const UNATTENDED = ['init', 'leadershipChange'];

/**
 * n8n polls once in every activation, and goes on with the same context or, in its durable scheduler, with
 * a new one for each poll, in the mode 'update' (n8n 2.41, active-workflow-triggers and
 * poll-trigger-task-handler).
 */
function kindOf(context: IPollFunctions) {
	const isFirst = !polled.has(context);
	polled.add(context);
	/** Whether the workflow is published for the first time, or n8n has started. */
	const mode = context.getActivationMode();
	const isActivation = isFirst && mode !== 'update';
	const isUnattended = isFirst && UNATTENDED.includes(mode);
	// n8n watches static data that it stores with an execution, but not a cursor stored after each poll.
	const hasCursor = !('__dataChanged' in context.getWorkflowStaticData('node'));
	return { isFirst, isActivation, isUnattended, hasCursor };
}

/**
 * Polls, unless another poll of the trigger is running. A failure that may pass does not keep a workflow
 * from being published. None keeps it from being activated when n8n starts: n8n 2.41 would try five times,
 * and never poll again.
 *
 * @returns what to start an execution with; `null` where n8n keeps what is remembered also without one
 * @throws NodeApiError for what the service did, NodeOperationError for what the user can change
 */
export async function poll(context: IPollFunctions): Promise<Change[] | null> {
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	if (polling.has(trigger)) return null;
	polling.add(trigger);
	const kind = kindOf(context);
	try {
		return await pollInTime(context, kind);
	} catch (error) {
		const nodeError = toNodeError(error, context);
		// When publishing fails, n8n shows the message alone.
		const isPublishing = kind.isActivation || (kind.isFirst && !kind.hasCursor);
		if (!kind.isUnattended && !(kind.isActivation && mayPass(error))) {
			throw isPublishing ? withAdvice(nodeError) : nodeError;
		}
		context.logger.warn(`${nodeError.message}. The next poll tries again.`);
		return null;
	} finally {
		polling.delete(trigger);
	}
}

function mayPass(error: unknown): boolean {
	const isOutage = error instanceof PageNotRead && error.failure.isTransient;
	return isOutage || error instanceof TooManyRemovals;
}

/** How much of the time that n8n gives a poll is spent on reading. */
const SHARE_OF_BUDGET = 0.9;

/** Reads the list within the time that n8n gives a poll, and says in n8n's log what it found. */
async function pollInTime(context: IPollFunctions, kind: PollKind): Promise<Change[] | null> {
	const request = readWatchRequest(context.getNodeParameter.bind(context));
	const { list, keyField, watched } = request;
	const { fields, ignored } = watched;
	const client = await clientFor(context);
	const state = new TriggerState(context, client.connection, request);
	if (state.isOutdated) return null;
	// n8n before 2.41 sets no limit.
	const budget = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : Infinity;
	const time = Math.floor(budget * SHARE_OF_BUDGET);
	const signal = time < Infinity ? AbortSignal.timeout(time) : undefined;
	const stats = newStats();
	const gate = newGate();
	// A field that is not watched may differ with every request; the identifier tells records apart.
	const partOf = watchedPart({
		fields: fields.length > 0 ? [keyField, ...fields] : [],
		ignored: ignored.filter((field) => field !== keyField),
	});
	const pages = () => listPages({ ...client, signal }, list, { gate, stats, partOf });
	try {
		const found = await findChanges(request, pages, stats, state);
		const { changes, leftOut, read } = found;
		const doubt = found.isInDoubt ? ', no record counts as missing' : '';
		const events = `events: ${changes.length}, left out: ${leftOut}${doubt}`;
		const summary = summaryOf(read, stats);
		context.logger.info(`${context.getNode().name}: ${summary}, ${events}`);
		if (changes.length > 0) return changes;
		if (kind.hasCursor && found.isLostUnlessStored) state.leaveToNextPoll();
		if (kind.hasCursor || kind.isActivation) return null;
		// Without a run, n8n keeps the state in this context until it stops, and does not save it.
		const needsRun = kind.isFirst ? found.isStored : found.isLostUnlessStored;
		return needsRun ? [] : null;
	} catch (error) {
		throw explainCancelled(error);
	}
}

/** Only the end of its time cancels a poll: the service was away, or takes too long. */
function explainCancelled(error: unknown): unknown {
	if (!(error instanceof PageNotRead) || error.failure.name !== 'cancelled') return error;
	const { failure, listName, offset } = error;
	if (failure.after) return new PageNotRead(failure.after, listName, offset);
	return userError(
		'The list takes longer to read than n8n allows for a poll',
		`This poll reached offset ${offset}. Check whether the service responds slowly. Under 'Options', raise 'Parallel Requests' or lower 'Interval Between Requests (ms)', or use the Customer Data node with a Schedule Trigger, which has no such limit.`,
	);
}
