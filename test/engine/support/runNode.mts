import { WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IRun,
	NodeApiError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { RunningService } from '../../../service/server.mts';
import { credentialFor } from './credentials.mts';
import { nodeInWorkflow, nodeNamed, type NodeSetting } from './nodeInWorkflow.mts';

export interface NodeRun extends NodeSetting {
	/** JSON of each input item; one empty item when absent. */
	input?: IDataObject[];
	/** How the workflow is started; by hand when absent. */
	mode?: WorkflowExecuteMode;
	/** What the workflow's nodes remember, which changes. */
	staticData?: IDataObject;
}

export interface Outcome {
	items: INodeExecutionData[];
	/** The JSON of each of them. */
	records: IDataObject[];
	/** By output, the one for errors included. */
	outputs: INodeExecutionData[][];
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
export function startNode({ input = [{}], mode = 'manual', staticData, ...setting }: NodeRun) {
	const pinData = { Start: input.map((json, item) => ({ json, pairedItem: { item } })) };
	const { workflow, additionalData } = nodeInWorkflow(setting, {
		nodes: [START],
		connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
		pinData,
		...(staticData && { staticData }),
	});
	const execution = new WorkflowExecute(additionalData, mode).run({
		workflow,
		startNode: START,
		pinData,
	});
	return { execution, outcome: execution.then(outcomeOf), cancel: () => execution.cancel() };
}

function outcomeOf({ data }: IRun): Outcome {
	const [task] = data.resultData.runData.Node ?? [];
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	const [items, ...others] = outputs;
	const errorItems = others.at(-1);
	return {
		outputs,
		items: items ?? [],
		records: (items ?? []).map(({ json }) => json),
		errorItems: errorItems ?? [],
		hints: (task?.hints ?? []).map(({ message }) => message),
		error: data.resultData.error as NodeApiError | undefined,
		saved: JSON.stringify(data),
	};
}

/** Runs the node once for each of these inputs, in one execution. @returns what each run has at its outputs */
export async function startRuns(
	setting: NodeSetting,
	inputs: IDataObject[][],
): Promise<INodeExecutionData[][][]> {
	const starts = inputs.map((_, index) => nodeNamed(`Start ${index}`));
	const items = (index: number) =>
		inputs[index]?.map((json, item) => ({ json, pairedItem: { item } })) ?? [];
	const pinData = Object.fromEntries([
		['Start', [{ json: {} }]],
		...starts.map(({ name }, index) => [name, items(index)] as const),
	]);
	const toNode = { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] };
	const { workflow, additionalData } = nodeInWorkflow(setting, {
		nodes: [START, ...starts],
		connections: {
			Start: { main: [starts.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
			...Object.fromEntries(starts.map(({ name }) => [name, toNode])),
		},
		settings: { executionOrder: 'v1' },
		pinData,
	});
	const execution = new WorkflowExecute(additionalData, 'manual');
	const { data } = await execution.run({ workflow, startNode: START, pinData });
	const tasks = data.resultData.runData.Node ?? [];
	return tasks.map((task) => (task.data?.main ?? []).map((found) => found ?? []));
}
