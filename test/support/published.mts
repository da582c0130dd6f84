import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import { onTestFinished } from 'vitest';
import type { Execution } from '../../harness/n8n/execution.mts';
import type { N8nRest } from '../../harness/n8n/rest.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { triggerOf, withNodes, type Example } from '../../harness/workflow/examples.mts';
import { MANUAL_TRIGGER } from '../../harness/workflow/nodes.mts';

/** Publishes a workflow until the test ends. A webhook stands in for its schedule, beside a trigger for people. */
export async function publishNights(rest: N8nRest, example: Example) {
	const start = triggerOf(example);
	let path = randomUUID();
	let workflow = await rest.createWorkflow(withWebhook(example, path));
	onTestFinished(async () => await rest.deactivate(workflow));
	await rest.activate(workflow);
	const isStarted = async () => (await fetch(`${rest.url}/webhook/${path}`)).ok;
	return {
		/** Executes it as its schedule does. */
		night: async (): Promise<Execution> => {
			const { length: before } = await rest.executionIds(workflow);
			await waitFor(isStarted, { failure: 'n8n does not listen' });
			const newest = async () => (await rest.executionIds(workflow))[before];
			return await rest.finished(await waitFor(newest, { failure: 'No execution' }));
		},
		/** Executes it as the editor does. @param how what the editor adds, such as the last node */
		byHand: async (how?: object): Promise<Execution> =>
			await rest.finished(await rest.startRun(workflow, start, how)),
		/** Publishes it in another form. */
		change: async (other: Example): Promise<void> => {
			// Until n8n has published this one in the background, the other one would still listen (2.41).
			path = randomUUID();
			workflow = await rest.saveWorkflow(workflow, withWebhook(other, path));
			await rest.activate(workflow);
		},
	};
}

function withWebhook(example: Example, path: string): Example {
	const start = triggerOf(example);
	const byHand = { type: MANUAL_TRIGGER.type, typeVersion: 1 };
	const { nodes, connections } = withNodes(example, { [start]: byHand });
	const webhook: INode = {
		id: path,
		webhookId: path,
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 208],
		parameters: { path, options: {} },
	};
	return {
		...example,
		nodes: [...nodes, webhook],
		connections: { ...connections, [webhook.name]: connections[start] },
	};
}
