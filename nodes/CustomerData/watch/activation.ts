import type { IPollFunctions } from 'n8n-workflow';

const polled = new WeakSet<IPollFunctions>();

/**
 * Whether this poll is part of an activation, which stores what the poll leaves behind, but is refused
 * when it throws. To be asked once for each poll.
 *
 * n8n polls once in every activation, and goes on with the same context or, in its durable scheduler,
 * with new ones in the mode 'update' (n8n 2.41, active-workflow-triggers and poll-trigger-task-handler).
 */
export function isActivation(context: IPollFunctions): boolean {
	const isFirst = !polled.has(context);
	polled.add(context);
	return isFirst && context.getActivationMode() !== 'update';
}
