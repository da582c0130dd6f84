import type { ICredentialType, INodeType, INodeTypes } from 'n8n-workflow';
import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials.ts';
import { CustomerData } from '../../nodes/CustomerData/CustomerData.node.ts';
import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node.ts';

/** The nodes and the credential of a package, as n8n asks for them; as a tool, a node has another name. */
export interface PackageTypes {
	nodeTypes: INodeTypes;
	credentialType: ICredentialType;
}

export function packageTypes(nodes: INodeType[], credentialType: ICredentialType): PackageTypes {
	const find = (fullName: string): INodeType => {
		const name = fullName.replace(/^.*\.|Tool$/g, '');
		// A node of another package stands in a test's workflow disabled, so its type plays no role.
		const isOther = fullName.startsWith('n8n-nodes-base.');
		const type = nodes.find(({ description }) => isOther || description.name === name);
		if (!type) throw new Error(`The package has no node ${name}`);
		return type;
	};
	const nodeTypes = { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
	return { nodeTypes, credentialType };
}

/** The sources, so that coverage and mutation see them. */
export const sources = packageTypes(
	[new CustomerData(), new CustomerDataTrigger()],
	new CustomerDataApi(),
);

export const { nodeTypes } = sources;
