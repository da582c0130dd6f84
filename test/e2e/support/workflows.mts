import type { Credential, WorkflowDraft } from '../../../demo/rest.mts';

export interface Node {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
}

export const MANUAL_TRIGGER: Node = {
	name: 'Run by hand',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** An agent that still lacks a model and tools. */
export const AGENT: Node = {
	name: 'AI Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion: 3.1,
	parameters: { options: {} },
};

/** Our node, under the name that it gets by itself. */
export function customerData(
	{ type, id, name }: Credential,
	parameters: Record<string, unknown> = {},
): Node {
	return {
		name: 'Customer Data',
		type: 'n8n-nodes-customer-data.customerData',
		typeVersion: 1,
		parameters: { resource: 'customer', operation: 'getAll', ...parameters },
		credentials: { [type]: { id, name } },
	};
}

/** A workflow of nodes one behind the other. */
export function chain(name: string, ...nodes: Node[]): WorkflowDraft {
	const links = nodes
		.slice(1)
		.map((node, index) => [
			nodes[index]?.name,
			{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
		]);
	return {
		name,
		nodes: nodes.map((node, index) => ({ ...node, id: node.name, position: [224 * index, 0] })),
		connections: Object.fromEntries(links),
	};
}
