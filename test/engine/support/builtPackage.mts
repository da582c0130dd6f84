import { PackageDirectoryLoader } from 'n8n-core';
import {
	type ICredentialType,
	type INodeType,
	type INodeTypes,
	NodeConnectionTypes,
	NodeHelpers,
} from 'n8n-workflow';

const loader = new PackageDirectoryLoader(process.cwd());
await loader.loadAll();

export const credentialType: ICredentialType = loader.getCredential('customerDataApi').type;

/** Where the items of a test come from. */
const start: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	execute: async () => [[]],
};

function nodeType(name: string): INodeType {
	if (name === 'test.start') return start;
	const { type } = loader.getNode(name.replace('n8n-nodes-customer-data.', ''));
	if ('nodeVersions' in type) throw new Error('The package has no versioned nodes');
	return type;
}

/** The nodes of the built package, loaded as n8n loads them. */
export const nodeTypes: INodeTypes = {
	getByName: nodeType,
	getByNameAndVersion: (name) => NodeHelpers.getVersionedNodeType(nodeType(name)),
	getKnownTypes: () => ({}),
};

export const types = loader.types;
