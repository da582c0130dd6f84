import { ExecuteContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialType,
	type INode,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import type { CredentialFields } from './credentials.mts';
import { nodeInWorkflow } from './nodeInWorkflow.mts';
import { packageTypes, sources } from './packageTypes.mts';

interface ContextOptions {
	credentialType?: ICredentialType;
	parameters?: INodeParameters;
	settings?: Partial<INode>;
	/** Of the execution, which n8n cancels with it; none in some places of n8n. */
	cancelSignal?: AbortSignal;
}

/** n8n's own context for a node of this type that has the credential. */
export function contextFor(
	nodeType: INodeType,
	credential: CredentialFields,
	{
		credentialType = sources.credentialType,
		parameters = {},
		settings = {},
		cancelSignal,
	}: ContextOptions = {},
): ExecuteContext {
	const { node, workflow, additionalData } = nodeInWorkflow({
		credential,
		parameters,
		settings,
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
		cancelSignal,
	);
}
