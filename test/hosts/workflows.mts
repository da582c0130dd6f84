import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { eventually } from '../harness/script/waitFor.mts';
import type { Execution } from '../harness/n8n/execution.mts';
import type { Credential, N8nRest, Workflow, WorkflowDraft } from '../harness/n8n/rest.mts';
import { OFTEN } from '../../demo/following.mts';
import type { Stage } from '../harness/sandbox.mts';
import { credentialOf, to } from '../../demo/workflowParts.mts';

export const NODE = 'Customer Data';
export const NODE_TYPE = 'n8n-nodes-customer-data.customerData';
export const TRIGGER = 'Customer Data Trigger';
const TRIGGER_TYPE = 'n8n-nodes-customer-data.customerDataTrigger';
const MANUAL_TRIGGER = 'Run by hand';

/** Parameters that read every customer. */
export const EVERY_CUSTOMER = { resource: 'customer', operation: 'getAll', returnAll: true };

type Parameters = Record<string, unknown>;

/** Runs the node on its own, from a manual trigger to the end. */
export async function read(stage: Stage, parameters: Parameters): Promise<Execution> {
	return await stage.rest.finished(await startReading(stage, parameters));
}

/** The same, but gives the id of the execution as soon as it runs. */
export async function startReading(
	{ rest, credential }: Stage,
	parameters: Parameters,
): Promise<string> {
	const trigger = nodeOf(MANUAL_TRIGGER, 'n8n-nodes-base.manualTrigger', {});
	const node = nodeOf(NODE, NODE_TYPE, parameters, credential);
	const draft = draftOf([trigger, node], { [MANUAL_TRIGGER]: to(NODE) });
	const workflow = await rest.createWorkflow(draft);
	return await rest.startRun(workflow, MANUAL_TRIGGER);
}

/** Publishes a workflow of the trigger alone; gives it when its first poll is over. */
export async function watch(
	{ rest, credential }: Stage,
	parameters: Parameters,
): Promise<Workflow> {
	const pollTimes = { item: OFTEN };
	const node = nodeOf(TRIGGER, TRIGGER_TYPE, { ...parameters, pollTimes }, credential);
	const workflow = await rest.createWorkflow(draftOf([node], {}));
	await publish(rest, workflow);
	await untilThereIs('first poll', () => rest.hasStaticData(workflow));
	return workflow;
}

/** Waits till something is found. */
export async function untilThereIs<T>(
	what: string,
	find: () => Promise<T | undefined | false> | T | undefined | false,
	withinMs = 30_000,
): Promise<T> {
	const failure = `Within ${withinMs / 1000} seconds, there was no ${what}`;
	return await eventually(find, { failure, withinMs, everyMs: 100 });
}

async function publish(rest: N8nRest, workflow: Workflow): Promise<void> {
	const { id, versionId } = workflow;
	await rest.activate(workflow).catch(async () => {
		// The oldest hosts have no such address: there it is a change like any other.
		await rest.call('PATCH', `/workflows/${id}`, z.unknown(), { active: true, versionId });
	});
}

function nodeOf(name: string, type: string, parameters: Parameters, credential?: Credential) {
	return {
		id: randomUUID(),
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...(credential && { credentials: credentialOf(credential) }),
	};
}

function draftOf(nodes: unknown[], connections: WorkflowDraft['connections']): WorkflowDraft {
	return { name: randomUUID(), nodes, connections, settings: { executionOrder: 'v1' } };
}
