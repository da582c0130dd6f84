import type { IPollFunctions } from 'n8n-workflow';

const polled = new WeakSet<IPollFunctions>();

/** Triggers that poll now, and those whose last poll failed. */
const polling = new Set<string>();
const failing = new Set<string>();

/** Where a poll stands in the life of a trigger. */
export interface Turn {
	/** Whether n8n stores what this poll leaves behind, also without a run. */
	isActivation: boolean;
	/** Whether a failure that may pass is only logged: nobody should be kept from publishing by it. */
	isForgiving: boolean;
	/** To be called when the poll has ended. */
	end: (hasFailed: boolean) => void;
}

/**
 * To be asked for once by each poll; `undefined` while another poll of the trigger runs in this process.
 *
 * n8n polls once in every activation, and goes on with the same context or, in its durable scheduler,
 * with a new one for each poll, in the mode 'update' (n8n 2.41, active-workflow-triggers and
 * poll-trigger-task-handler). Publishing a changed workflow has that mode, too, so there only the first
 * failure in a row is forgiven.
 */
export function takeTurn(context: IPollFunctions): Turn | undefined {
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	if (polling.has(trigger)) return undefined;
	polling.add(trigger);
	const isFirst = !polled.has(context);
	polled.add(context);
	const isActivation = isFirst && context.getActivationMode() !== 'update';
	return {
		isActivation,
		isForgiving: isActivation || (isFirst && !failing.has(trigger)),
		end(hasFailed) {
			polling.delete(trigger);
			if (hasFailed) failing.add(trigger);
			else failing.delete(trigger);
		},
	};
}
