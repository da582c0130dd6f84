import type { IPollFunctions } from 'n8n-workflow';

const polled = new WeakSet<IPollFunctions>();

/** Triggers that poll now. */
const polling = new Set<string>();

/** Where a poll stands in the life of a trigger. */
export interface Turn {
	/** Whether n8n may have made the context for this poll alone. */
	isFirst: boolean;
	/** Whether the workflow is published for the first time, or n8n has started. */
	isActivation: boolean;
	end: () => void;
}

/**
 * Call once per poll; `undefined` while another poll of the trigger runs in this process.
 *
 * n8n polls once in every activation, and goes on with the same context or, in its durable scheduler,
 * with a new one for each poll, in the mode 'update' (n8n 2.41, active-workflow-triggers and
 * poll-trigger-task-handler).
 */
export function takeTurn(context: IPollFunctions): Turn | undefined {
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	if (polling.has(trigger)) return undefined;
	polling.add(trigger);
	const isFirst = !polled.has(context);
	polled.add(context);
	const isActivation = isFirst && context.getActivationMode() !== 'update';
	return { isFirst, isActivation, end: () => polling.delete(trigger) };
}
