import { LoadOptionsContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeListSearchItems,
	type INodeParameters,
	type INodePropertyOptions,
	Workflow,
} from 'n8n-workflow';

import { additionalData } from './additionalData.mts';
import { credentialType, nodeTypes } from './builtPackage.mts';
import { OneCredential } from './credentials.mts';

const NODE = 'n8n-nodes-customer-data.customerData';

/** What the editor offers for a parameter whose choices the node looks up. */
export async function loadOptions(
	method: string,
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
	type = NODE,
): Promise<INodePropertyOptions[]> {
	const load = nodeTypes.getByNameAndVersion(type).methods?.loadOptions?.[method];
	if (!load) throw new Error(`The node has no ${method}`);
	return await load.call(contextFor(type, credential, parameters));
}

/** What the editor finds for a parameter whose choices can be searched. */
export async function listSearch(
	method: string,
	credential: ICredentialDataDecryptedObject,
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
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
): LoadOptionsContext {
	const node: INode = {
		id: 'node',
		name: 'Node',
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [credentialType.name]: { id: '1', name: 'Test' } },
	};
	const workflow = new Workflow({ active: false, nodes: [node], connections: {}, nodeTypes });
	const data = additionalData(new OneCredential(credentialType, credential));
	data.currentNodeParameters = parameters;
	return new LoadOptionsContext(workflow, node, data, 'parameters');
}
