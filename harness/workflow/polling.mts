import { z } from 'zod';
import type { N8nRest, Workflow, WorkflowDraft } from '../n8n/rest.mts';
import { waitFor } from '../script/waitFor.mts';

/** 'Poll Times' every 5 seconds, as twelve entries: n8n limits each to once a minute. */
export const OFTEN = {
	item: Array.from({ length: 12 }, (_, index) => {
		return { mode: 'custom', cronExpression: `${5 * index} * * * * *` };
	}),
};

/** Publishes a workflow that starts with our trigger, and waits for the first poll. */
export async function publish(rest: N8nRest, draft: WorkflowDraft): Promise<Workflow> {
	const workflow = await rest.createWorkflow(draft);
	await rest.activate(workflow);
	// n8n publishes in the background, and stores the trigger's state after the first poll.
	const failure = `n8n did not publish "${draft.name}"`;
	const stored = z.object({ staticData: z.unknown() });
	const hasPolled = async () =>
		(await rest.call('GET', `/workflows/${workflow.id}`, stored)).staticData instanceof Object;
	await waitFor(hasPolled, { failure, withinMs: 180_000, everyMs: 250 });
	return workflow;
}
