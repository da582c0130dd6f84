import type { N8nRest, Workflow, WorkflowDraft } from '../n8n/rest.mts';
import { waitFor } from '../script/waitFor.mts';

/** 'Poll Times' every so many seconds, as several entries: n8n limits each to once a minute. */
export function every(seconds: number) {
	const times = Array.from({ length: 60 / seconds }, (_, index) => index * seconds);
	return { item: times.map((time) => ({ mode: 'custom', cronExpression: `${time} * * * * *` })) };
}

export const OFTEN = every(15);

/** Publishes a workflow that starts with our trigger, and waits for the first poll. */
export async function publish(rest: N8nRest, draft: WorkflowDraft): Promise<Workflow> {
	const workflow = await rest.createWorkflow(draft);
	await rest.activate(workflow);
	// n8n publishes in the background, and stores the trigger's state after the first poll.
	const failure = `n8n did not publish "${draft.name}"`;
	await waitFor(() => rest.hasStaticData(workflow), { failure, withinMs: 180_000, everyMs: 250 });
	return workflow;
}
