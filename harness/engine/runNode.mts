import { WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	NodeApiError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { RunningService } from '../../service/server.mts';
import { credentialFor } from './credentials.mts';
import { nodeInWorkflow, nodeNamed, type NodeSetting } from './nodeInWorkflow.mts';

export interface NodeRun extends NodeSetting {
	/** JSON of each input item; one empty item when absent. */
	input?: IDataObject[];
	/** The same of several runs in one execution. */
	inputs?: IDataObject[][];
	/** How the workflow is started; by hand when absent. */
	mode?: WorkflowExecuteMode;
	/** What the workflow's nodes remember, which changes. */
	staticData?: IDataObject;
	/** Which workflow it is that remembers. */
	workflowId?: string;
	/** Nodes at outputs of the node. They are disabled, so n8n only lets pass what comes. */
	after?: Array<{ name: string; type: string; position: [number, number]; output: number }>;
	/** Whether the execution ends at the node, as n8n's *Execute step* does. */
	isStep?: boolean;
}

export interface Outcome {
	items: INodeExecutionData[];
	/** The JSON of each of them. */
	records: IDataObject[];
	/** By output, the one for errors included. */
	outputs: INodeExecutionData[][];
	/** The same of each run. */
	runs: INodeExecutionData[][][];
	/** Items at the error output, if the node has one. */
	errorItems: INodeExecutionData[];
	error: NodeApiError | undefined;
	/** What n8n shows beside the output. */
	hints: string[];
	/** What n8n would save of the execution. */
	saved: string;
}

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
export function startNode({ input = [{}], inputs = [input], staticData, ...run }: NodeRun) {
	const { mode = 'manual', workflowId, after = [], isStep = false, ...setting } = run;
	// These stand before the node, and never run: their output is given.
	const start = nodeNamed('Start');
	const given = inputs.map((_, index) => nodeNamed(`Input ${index}`));
	const itemsOf = (items: IDataObject[]) =>
		items.map((json, item) => ({ json, pairedItem: { item } }));
	const pinData = Object.fromEntries([
		['Start', [{ json: {} }]],
		...inputs.map((items, index) => [`Input ${index}`, itemsOf(items)]),
	]);
	const to = (...names: string[]) => ({
		main: [names.map((node) => ({ node, type: 'main' as const, index: 0 }))],
	});
	const names = given.map(({ name }) => name);
	const { workflow, additionalData } = nodeInWorkflow(setting, {
		nodes: [start, ...given, ...after.map(disabled)],
		connections: {
			Start: to(...names),
			...Object.fromEntries(names.map((name) => [name, to('Node')])),
			Node: {
				main: OUTPUTS.flatMap(
					(output) =>
						to(...after.filter((one) => one.output === output).map(({ name }) => name)).main,
				),
			},
		},
		settings: { executionOrder: 'v1' },
		pinData,
		...(workflowId && { id: workflowId }),
		...(staticData && { staticData }),
	});
	const engine = new WorkflowExecute(additionalData, mode);
	const execution = engine.run({
		workflow,
		startNode: start,
		pinData,
		...(isStep && { destinationNode: { nodeName: 'Node', mode: 'inclusive' } }),
	});
	return { execution, outcome: execution.then(outcomeOf), cancel: () => execution.cancel() };
}

/** The outputs of Compare, the one for errors included. */
const OUTPUTS = [0, 1, 2, 3];

function disabled({ name, type, position }: Pick<INode, 'name' | 'type' | 'position'>): INode {
	return { ...nodeNamed(name), type, position, disabled: true };
}

function outcomeOf({ data }: IRun): Outcome {
	const tasks = data.resultData.runData.Node ?? [];
	const runs = tasks.map((task) => (task.data?.main ?? []).map((found) => found ?? []));
	const outputs = runs[0] ?? [];
	const [items, ...others] = outputs;
	const errorItems = others.at(-1);
	return {
		runs,
		outputs,
		items: items ?? [],
		records: (items ?? []).map(({ json }) => json),
		errorItems: errorItems ?? [],
		hints: (tasks[0]?.hints ?? []).map(({ message }) => message),
		error: data.resultData.error as NodeApiError | undefined,
		saved: JSON.stringify(data),
	};
}
