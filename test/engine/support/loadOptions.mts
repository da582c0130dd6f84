import { LoadOptionsContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeParameters,
	type INodePropertyOptions,
	Workflow,
} from 'n8n-workflow';

import { additionalData } from './additionalData.mts';
import { credentialType, nodeTypes } from './builtPackage.mts';
import { OneCredential } from './credentials.mts';

/** What the editor offers for a parameter whose choices the node looks up. */
export async function loadOptions(
	method: string,
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
	type = 'n8n-nodes-customer-data.customerData',
): Promise<INodePropertyOptions[]> {
	const node: INode = {
		id: 'node',
		name: 'Customer Data',
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [credentialType.name]: { id: '1', name: 'Test' } },
	};
	const workflow = new Workflow({ active: false, nodes: [node], connections: {}, nodeTypes });
	const data = additionalData(new OneCredential(credentialType, credential));
	data.currentNodeParameters = parameters;
	const context = new LoadOptionsContext(workflow, node, data, 'parameters/options');
	const load = nodeTypes.getByNameAndVersion(type).methods?.loadOptions?.[method];
	if (!load) throw new Error(`The node has no ${method}`);
	return await load.call(context);
}
