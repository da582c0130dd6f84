import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchItems, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import type { CredentialFields } from './credentials.mts';
import { NODE, nodeInWorkflow } from './nodeInWorkflow.mts';
import { nodeTypes } from './packageTypes.mts';

/** The choices that the editor shows for a parameter whose choices the node loads. */
export async function loadOptions(
	method: string,
	credential: CredentialFields,
	parameters: INodeParameters,
	type = NODE,
): Promise<INodePropertyOptions[]> {
	const load = nodeTypes.getByNameAndVersion(type).methods?.loadOptions?.[method];
	if (!load) throw new Error(`The node has no ${method}`);
	return await load.call(contextFor(type, credential, parameters));
}

/** The choices that the editor finds for a parameter with a searchable list. */
export async function listSearch(
	method: string,
	credential: CredentialFields,
	parameters: INodeParameters,
	type = NODE,
	filter?: string,
): Promise<INodeListSearchItems[]> {
	const search = nodeTypes.getByNameAndVersion(type).methods?.listSearch?.[method];
	if (!search) throw new Error(`The node has no ${method}`);
	const { results } = await search.call(contextFor(type, credential, parameters), filter);
	return results;
}

function contextFor(
	type: string,
	credential: CredentialFields,
	currentNodeParameters: INodeParameters,
): LoadOptionsContext {
	const setting = { credential, parameters: currentNodeParameters, type };
	const { node, workflow, additionalData } = nodeInWorkflow(setting);
	const data = { ...additionalData, currentNodeParameters };
	return new LoadOptionsContext(workflow, node, data, 'parameters');
}
