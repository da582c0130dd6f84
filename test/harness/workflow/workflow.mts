import type { WorkflowDraft } from '../n8n/rest.mts';
import { to } from '../../../demo/workflowParts.mts';

export interface Node {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
}

/** A workflow of nodes one behind the other. */
export function chain(name: string, ...nodes: Node[]): WorkflowDraft {
	const links = nodes.slice(1).map((node, index) => [nodes[index]?.name, to(node.name)]);
	return {
		name,
		nodes: nodes.map((node, index) => ({ ...node, id: node.name, position: [224 * index, 0] })),
		connections: Object.fromEntries(links),
	};
}
