import { WorkflowExecute } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IRun,
	type NodeApiError,
	Workflow,
} from 'n8n-workflow';

import { additionalData } from './additionalData.mts';
import { credentialType, nodeTypes } from './builtPackage.mts';
import { OneCredential } from './credentials.mts';

export interface NodeRun {
	/** Fields of the credential; an expression starts with `=`. */
	credential: ICredentialDataDecryptedObject;
	parameters?: INodeParameters;
	/** JSON of each input item; one empty item when absent. */
	input?: IDataObject[];
	settings?: Partial<INode>;
}

export interface Outcome {
	items: INodeExecutionData[];
	/** Items at the error output, where the node has one. */
	errorItems: INodeExecutionData[];
	error: NodeApiError | undefined;
	/** What n8n shows beside the output. */
	hints: string[];
	/** What n8n would save of the execution. */
	saved: string;
	decryptions: number;
}

export interface RunningNode {
	outcome: Promise<Outcome>;
	cancel(): void;
}

/** Runs the built node in n8n's own workflow engine, between a start node and nothing. */
export function startNode(run: NodeRun): RunningNode {
	const credentials = new OneCredential(credentialType, run.credential);
	const workflow = workflowOf(run);
	const execution = new WorkflowExecute(additionalData(credentials), 'manual').run({
		workflow,
		startNode: workflow.getNode('Start') ?? undefined,
		pinData: workflow.pinData,
	});
	const settled = execution.then((result) => outcomeOf(result, credentials));
	return { outcome: settled, cancel: () => execution.cancel() };
}

export async function runNode(run: NodeRun): Promise<Outcome> {
	return await startNode(run).outcome;
}

function workflowOf({ parameters, input = [{}], settings }: NodeRun): Workflow {
	const start: INode = {
		id: 'start',
		name: 'Start',
		type: 'test.start',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const node: INode = {
		id: 'node',
		name: 'Customer Data',
		type: 'n8n-nodes-customer-data.customerData',
		typeVersion: 1,
		position: [200, 0],
		parameters: parameters ?? {},
		credentials: { customerDataApi: { id: '1', name: 'Test' } },
		...settings,
	};
	return new Workflow({
		id: 'workflow',
		active: false,
		nodes: [start, node],
		connections: { Start: { main: [[{ node: 'Customer Data', type: 'main', index: 0 }]] } },
		nodeTypes,
		settings: { executionOrder: 'v1' },
		pinData: { Start: input.map((json, item) => ({ json, pairedItem: { item } })) },
	});
}

function outcomeOf({ data }: IRun, { decryptions }: OneCredential): Outcome {
	const [task] = data.resultData.runData['Customer Data'] ?? [];
	const [items, errorItems] = task?.data?.main ?? [];
	return {
		items: items ?? [],
		errorItems: errorItems ?? [],
		hints: (task?.hints ?? []).map(({ message }) => message),
		error: data.resultData.error as NodeApiError | undefined,
		saved: JSON.stringify(data),
		decryptions,
	};
}
