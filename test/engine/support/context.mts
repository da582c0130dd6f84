import { ExecuteContext } from 'n8n-core';
import { createEmptyRunExecutionData, type INodeType } from 'n8n-workflow';

import type { CredentialFields } from './credentials.mts';
import { nodeInWorkflow } from './nodeInWorkflow.mts';
import { packageTypes, sources } from './packageTypes.mts';

/** n8n's own context for a node of this type with the credential. */
export function contextFor(
	nodeType: INodeType,
	credential: CredentialFields,
	credentialType = sources.credentialType,
): ExecuteContext {
	const { node, workflow, additionalData } = nodeInWorkflow({
		credential,
		type: nodeType.description.name,
		types: packageTypes([nodeType], credentialType),
	});
	return new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
}
