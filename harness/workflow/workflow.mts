import type { Credential, WorkflowDraft } from '../n8n/rest.mts';

export interface Node {
	name: string;
	type: string;
	/** 1 by default. */
	typeVersion?: number;
	parameters?: Record<string, unknown>;
	credential?: Credential;
}

/** A workflow of nodes connected in a row. */
export function workflow(
	name: string,
	nodes: Node[],
	settings?: WorkflowDraft['settings'],
): WorkflowDraft {
	const links = nodes.slice(1).map(({ name: node }, index) => {
		return [nodes[index]?.name, { main: [[{ node, type: 'main', index: 0 }]] }];
	});
	return {
		name,
		nodes: nodes.map(({ credential, ...node }, index) => ({
			id: node.name,
			typeVersion: 1,
			parameters: {},
			position: [224 * index, 0],
			...node,
			...(credential && { credentials: credentialsOf(credential) }),
		})),
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** A node's reference to its credential. */
export function credentialsOf({ id, name, type }: Credential) {
	return { [type]: { id, name } };
}
