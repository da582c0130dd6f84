import { type INode, type INodeParameters, Workflow } from 'n8n-workflow';

import { additionalData } from './additionalData.mts';
import { type CredentialFields, OneCredential } from './credentials.mts';
import { type PackageTypes, sources } from './packageTypes.mts';

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

type WorkflowParts = Partial<ConstructorParameters<typeof Workflow>[0]>;

/** A node of the package in a workflow, with what n8n gives to the code that runs it. */
export function nodeInWorkflow(
	{ credential, parameters = {}, settings, type = NODE, types = sources }: NodeSetting,
	{ nodes = [], ...parts }: WorkflowParts = {},
) {
	const node: INode = {
		id: 'node',
		name: 'Node',
		type,
		typeVersion: 1,
		position: [0, 0],
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
	return { node, workflow, credentials, additionalData: additionalData(credentials) };
}
