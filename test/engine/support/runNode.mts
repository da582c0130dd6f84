import { WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IRun,
	NodeApiError,
} from 'n8n-workflow';
import type { RunningService } from '../../../service/server.mts';
import { credentialFor } from './credentials.mts';
import { nodeInWorkflow, nodeNamed, type NodeSetting } from './nodeInWorkflow.mts';

export interface NodeRun extends NodeSetting {
	/** JSON of each input item; one empty item when absent. */
	input?: IDataObject[];
}

export interface Outcome {
	items: INodeExecutionData[];
	/** The JSON of each of them. */
	records: IDataObject[];
	/** Items at the error output, if the node has one. */
	errorItems: INodeExecutionData[];
	error: NodeApiError | undefined;
	/** What n8n shows beside the output. */
	hints: string[];
	/** What n8n would save of the execution. */
	saved: string;
}

/** Stands before the node, and never runs: its output is given. */
const START = nodeNamed('Start');

/** To read all customers of a service with these options, but for the changes. */
export function customersRun(
	service: RunningService,
	options: INodeParameters = {},
	{ credential, parameters, ...run }: Partial<NodeRun> = {},
): NodeRun {
	const all = { resource: 'customer', operation: 'getAll', returnAll: true, options };
	return {
		credential: { ...credentialFor(service), ...credential },
		parameters: { ...all, ...parameters },
		...run,
	};
}

export async function readCustomers(...run: Parameters<typeof customersRun>): Promise<Outcome> {
	return await startNode(customersRun(...run)).outcome;
}

/** Runs the node in n8n's own workflow engine, with this input. */
export function startNode({ input = [{}], ...setting }: NodeRun) {
	const pinData = { Start: input.map((json, item) => ({ json, pairedItem: { item } })) };
	const { workflow, additionalData } = nodeInWorkflow(setting, {
		nodes: [START],
		connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
		pinData,
	});
	const execution = new WorkflowExecute(additionalData, 'manual').run({
		workflow,
		startNode: START,
		pinData,
	});
	return { execution, outcome: execution.then(outcomeOf), cancel: () => execution.cancel() };
}

function outcomeOf({ data }: IRun): Outcome {
	const [task] = data.resultData.runData.Node ?? [];
	const [items, errorItems] = task?.data?.main ?? [];
	return {
		items: items ?? [],
		records: (items ?? []).map(({ json }) => json),
		errorItems: errorItems ?? [],
		hints: (task?.hints ?? []).map(({ message }) => message),
		error: data.resultData.error as NodeApiError | undefined,
		saved: JSON.stringify(data),
	};
}
