import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import { inject } from 'vitest';
import { z } from 'zod';

const nodeTypesSchema = z.array(
	z.custom<INodeTypeDescription>((value) => value instanceof Object && 'properties' in value),
);

/** Every node type that n8n sends to its editor. */
export async function readNodeTypes(): Promise<INodeTypeDescription[]> {
	const { url, session } = inject('surroundings');
	const headers = { cookie: session.cookie, 'browser-id': session.browserId };
	const response = await fetch(`${url}/types/nodes.json`, { headers });
	return nodeTypesSchema.parse(await response.json());
}

/** The parameters that n8n saves: those that it knows and that differ from their defaults. */
export function keptParameters(nodeTypes: INodeTypeDescription[], node: INode): unknown {
	const nodeType = nodeTypes.find(
		({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
	);
	if (!nodeType) return `n8n has no ${node.type} ${node.typeVersion}`;
	const { properties } = nodeType;
	return NodeHelpers.getNodeParameters(properties, node.parameters, false, false, node, nodeType);
}
