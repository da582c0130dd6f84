import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import {
	Workflow,
	type INode,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { OneCredential, type CredentialFields } from './credentials.mts';
import { sources, type PackageTypes } from './packageTypes.mts';

export const NODE = 'n8n-nodes-customer-data.customerData';
export const TRIGGER = 'n8n-nodes-customer-data.customerDataTrigger';

export interface NodeSetting {
	credential: CredentialFields;
	parameters?: INodeParameters;
	/** Settings of the node that n8n reads, such as `onError`. */
	settings?: Partial<INode>;
	/** Name of the node type; the action node when absent. */
	type?: string;
	/** Where the types come from; the sources when absent. */
	types?: PackageTypes;
}

export function nodeNamed(name: string): INode {
	const id = name.toLowerCase();
	return { id, name, type: NODE, typeVersion: 1, position: [0, 0], parameters: {} };
}

type Around = IWorkflowExecuteAdditionalData & { hooks: ExecutionLifecycleHooks };
type WorkflowParts = Partial<ConstructorParameters<typeof Workflow>[0]>;

/** A node of the package in a workflow, with what n8n gives to the code that runs it. */
export function nodeInWorkflow(
	{ credential, parameters = {}, settings, type = NODE, types = sources }: NodeSetting,
	{ nodes = [], ...parts }: WorkflowParts = {},
) {
	const node: INode = {
		...nodeNamed('Node'),
		type,
		parameters,
		credentials: { [types.credentialType.name]: { id: '1', name: 'Test' } },
		...settings,
	};
	const workflow = new Workflow({
		id: 'workflow',
		active: false,
		nodes: [...nodes, node],
		connections: {},
		nodeTypes: types.nodeTypes,
		...parts,
	});
	const credentials = new OneCredential(types.credentialType, credential);
	return { node, workflow, additionalData: around(workflow, credentials) };
}

/** What n8n provides around an execution, as far as our nodes use it. */
function around({ id }: Workflow, credentialsHelper: OneCredential) {
	const now = new Date(0);
	const saved = { id, name: 'Test', createdAt: now, updatedAt: now, nodes: [], connections: {} };
	const state = { active: false, activeVersionId: null, isArchived: false };
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper,
		externalSecretsProxy: new ExternalSecretsProxy(),
		hooks: new ExecutionLifecycleHooks('manual', '1', { ...saved, ...state }),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		webhookWaitingBaseUrl: 'http://127.0.0.1:9',
		formWaitingBaseUrl: 'http://127.0.0.1:9',
		logAiEvent: () => {},
	};
	return data as Around;
}
