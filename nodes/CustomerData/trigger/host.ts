import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { PageNotRead } from '../errors/failures';
import { toNodeError, withAdvice } from '../errors/nodeErrors';
import { userError } from '../errors/userError';
import { TooMany } from '../identity/brake';
import { workflowDataOf } from '../parameters/workflowData';
import { n8nClock } from '../read/clock';
import type { Outcome } from './outcome';
import { poll } from './poll';
import { isSameChoice, type Snapshot } from './snapshot';
import { isStateOf } from './state';

/** Triggers that poll now, by their IDs: n8n does not wait for a slow poll before the next. */
const polling = new Set<string>();

const polled = new WeakSet<IPollFunctions>();

/** The state that this process stored last with an execution, by trigger, and the time. */
const lastRuns = new Map<string, { epoch: string; runs: number; at: number }>();

/** How many milliseconds before a poll n8n may have read the state. Polls are a minute apart. */
const READ_BEFORE = 30_000;

/** How much of the time that n8n gives a poll is spent on reading; the rest is for what follows. */
const SHARE_OF_BUDGET = 0.9;

/** The modes in which n8n activates a workflow when nobody publishes: it starts, or another main process takes over. */
const UNATTENDED = ['init', 'leadershipChange'];

/**
 * Polls as n8n's schedulers need it, unless another poll of the trigger is running. A failure that may
 * pass does not keep a workflow from being published. None keeps it from being activated when n8n starts:
 * n8n 2.41 would try five times, and never poll again.
 *
 * @throws NodeApiError or NodeOperationError, already n8n's own, with the advice that a failed publication needs
 */
export async function pollOnSchedule(context: IPollFunctions): Promise<Outcome> {
	const data = new StaticData(context);
	if (polling.has(data.trigger)) return { do: 'wait' };
	polling.add(data.trigger);
	const kind = kindOf(context);
	try {
		return await pollInTime(context, data, kind);
	} catch (thrown) {
		const error = explainCanceled(thrown);
		const nodeError = toNodeError(error, context);
		// When publishing fails, n8n shows the message alone.
		const isPublishing = kind.isActivation || (kind.isFirst && !data.hasCursor);
		if (!kind.isUnattended && !(kind.isActivation && mayPass(error))) {
			throw isPublishing ? withAdvice(nodeError) : nodeError;
		}
		context.logger.warn(`${nodeError.message}. The next poll tries again.`);
		return { do: 'wait' };
	} finally {
		polling.delete(data.trigger);
	}
}

/**
 * n8n polls once in every activation, and goes on with the same context or, in its durable scheduler, with
 * a new one for each poll, in the mode 'update' (n8n 2.41, active-workflow-triggers and
 * poll-trigger-task-handler).
 */
function kindOf(context: IPollFunctions) {
	const isFirst = !polled.has(context);
	polled.add(context);
	const mode = context.getActivationMode();
	/** Whether the workflow is published for the first time, or n8n has started. */
	const isActivation = isFirst && mode !== 'update';
	const isUnattended = isFirst && UNATTENDED.includes(mode);
	return { isFirst, isActivation, isUnattended };
}

function mayPass(error: unknown): boolean {
	const isOutage = error instanceof PageNotRead && error.failure.isTransient;
	return isOutage || error instanceof TooMany;
}

async function pollInTime(
	context: IPollFunctions,
	data: StaticData,
	{ isFirst, isActivation }: ReturnType<typeof kindOf>,
): Promise<Outcome> {
	if (data.isOutdated) return { do: 'wait' };
	// n8n before 2.41 sets no limit.
	const budget = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : Infinity;
	const time = Math.floor(budget * SHARE_OF_BUDGET);
	const signal = time < Infinity ? AbortSignal.timeout(time) : undefined;
	const { changes, known, next, isStored } = await poll(context, data.stored, signal);
	if (isStored) data.dropOthers();
	if (changes.length > 0) {
		data.noteRun(next);
		return { do: 'output', changes };
	}
	const isLost = isLostUnlessStored(known, next);
	if (data.hasCursor && isLost) data.leaveToNextPoll();
	if (data.hasCursor || isActivation) return { do: 'wait' };
	// Without a run, n8n keeps the state in this context until it stops, and does not save it.
	const needsRun = isFirst ? isStored : isLost;
	return { do: needsRun ? 'store' : 'wait' };
}

/** Only the end of its time cancels a poll: the service was away, or takes too long. */
function explainCanceled(error: unknown): unknown {
	if (!(error instanceof PageNotRead) || error.failure.name !== 'canceled') return error;
	const { failure, listName, offset } = error;
	if (failure.after) return new PageNotRead(failure.after, listName, offset);
	return userError(
		'The list takes longer to read than n8n allows for a poll',
		`This poll reached offset ${offset}. Check whether the service responds slowly. Under 'Options', raise 'Parallel Requests' or lower 'Interval Between Requests (ms)', or use the Customer Data node with a Schedule Trigger, which has no such limit.`,
	);
}

/** Whether later polls depend on what changed from one state to the next. They find misses and updates again. */
export function isLostUnlessStored(known: Snapshot, next: Snapshot): boolean {
	const isOther = next.watchedId !== known.watchedId || !isSameChoice(next, known);
	if (isOther || next.existing !== known.existing) return true;
	if (next.entries.size !== known.entries.size) return true;
	return [...next.entries.keys()].some((key) => !known.entries.has(key));
}

/** The place in which n8n keeps a trigger's state: the static data of its node, or a durable poll cursor instead. */
export class StaticData {
	/** Names the trigger in this process. */
	readonly trigger: string;
	private readonly own: IDataObject;

	constructor(
		private readonly context: Pick<
			IPollFunctions,
			'getNode' | 'getWorkflow' | 'getWorkflowStaticData'
		>,
	) {
		this.trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
		this.own = context.getWorkflowStaticData('node');
	}

	/** n8n watches static data that it stores with an execution, but not a cursor stored after each poll. */
	get hasCursor(): boolean {
		return !('__dataChanged' in this.own);
	}

	/** The state that the trigger stored last, if any. After a rename, it stands under the node's old name. */
	get stored(): unknown {
		return [this.own, ...Object.values(this.workflowData)].find((data) => this.isState(data));
	}

	/**
	 * Whether n8n read the state before it stored that of the previous poll. Its durable scheduler can begin a
	 * poll before it has started the execution of the one before (2.41).
	 */
	get isOutdated(): boolean {
		const { own, trigger } = this;
		const last = lastRuns.get(trigger);
		if (!last || n8nClock.now() - last.at > READ_BEFORE || !this.isState(own)) return false;
		return own.epoch === last.epoch && own.runs < last.runs;
	}

	/** Tells later polls that an execution starts with this state. */
	noteRun({ epoch, runs }: Snapshot): void {
		lastRuns.set(this.trigger, { epoch, runs, at: n8nClock.now() });
	}

	/** Forgets what the trigger stored under other names of the node. */
	dropOthers(): void {
		const { workflowData } = this;
		for (const [name, other] of Object.entries(workflowData)) {
			if (other !== this.own && this.isState(other)) delete workflowData[name];
		}
	}

	/**
	 * n8n stores no cursor when a poll in an activation starts no run, but does store the static data of
	 * the workflow (2.41). There the next poll finds it.
	 */
	leaveToNextPoll(): void {
		this.workflowData[`node:${this.context.getNode().name}`] = { ...this.own };
	}

	private get workflowData(): Record<string, unknown> {
		return workflowDataOf(this.context);
	}

	private isState(data: unknown) {
		return isStateOf(this.context.getNode().id, data);
	}
}
