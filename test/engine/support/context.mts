import { ExecuteContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeType,
	Workflow,
} from 'n8n-workflow';

import { additionalData } from './additionalData.mts';
import { credentialType } from './builtPackage.mts';
import { OneCredential } from './credentials.mts';

/** n8n's own context for a node of this type that has the credential. */
export function contextFor(
	nodeType: INodeType,
	credential: ICredentialDataDecryptedObject,
): ExecuteContext {
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: nodeType.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [credentialType.name]: { id: '1', name: 'Test' } },
	};
	const workflow = new Workflow({
		active: false,
		nodes: [node],
		connections: {},
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	return new ExecuteContext(
		workflow,
		node,
		additionalData(new OneCredential(credentialType, credential)),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
}
