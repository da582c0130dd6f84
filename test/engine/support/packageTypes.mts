import {
	type ICredentialType,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { CustomerDataApi } from '../../../credentials/CustomerDataApi.credentials';
import { CustomerData } from '../../../nodes/CustomerData/CustomerData.node';
import { CustomerDataTrigger } from '../../../nodes/CustomerData/CustomerDataTrigger.node';

/** The nodes and the credential of a package, as n8n asks for them. */
export interface PackageTypes {
	nodeTypes: INodeTypes;
	credentialType: ICredentialType;
}

/** The description of a node that a test needs beside those of the package. */
export function describeNode(parts: Partial<INodeTypeDescription>): INodeTypeDescription {
	return {
		displayName: 'Test',
		name: 'test',
		group: ['input'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
		...parts,
	};
}

/** Where the input items of a test come from. */
const start: INodeType = {
	description: describeNode({ name: 'start', group: ['trigger'], inputs: [] }),
	execute: async () => [[]],
};

export function packageTypes(nodes: INodeType[], credentialType: ICredentialType): PackageTypes {
	const find = (fullName: string): INodeType => {
		const name = fullName.replace(/^.*\./, '');
		const type = [start, ...nodes].find(({ description }) => description.name === name);
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
