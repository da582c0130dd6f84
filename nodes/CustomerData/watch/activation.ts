import type { IPollFunctions } from 'n8n-workflow';

const polled = new WeakSet<IPollFunctions>();

/** Triggers whose last poll failed, and nobody was told. */
const passedOver = new Set<string>();

/** Where a poll stands in the life of a trigger. */
export interface Turn {
	/** Whether n8n stores what this poll leaves behind, also without a run. */
	isActivation: boolean;
	/** Whether n8n may give up the trigger when this poll throws, and nothing is lost when it does not. */
	canPass: () => boolean;
	/** To be called when the poll did not fail. */
	succeed: () => void;
}

/**
 * To be asked once for each poll.
 *
 * n8n polls once in every activation, and goes on with the same context or, in its durable scheduler,
 * with a new one for each poll, in the mode 'update' (n8n 2.41, active-workflow-triggers and
 * poll-trigger-task-handler). Publishing a changed workflow has that mode, too, so there it is the
 * second failure in a row that counts.
 */
export function turnOf(context: IPollFunctions): Turn {
	const isFirst = !polled.has(context);
	polled.add(context);
	const isActivation = isFirst && context.getActivationMode() !== 'update';
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	return {
		isActivation,
		canPass() {
			if (isActivation) return true;
			if (!isFirst || passedOver.delete(trigger)) return false;
			passedOver.add(trigger);
			return true;
		},
		succeed() {
			passedOver.delete(trigger);
		},
	};
}
