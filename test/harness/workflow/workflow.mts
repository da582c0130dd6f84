import type { Credential, WorkflowDraft } from '../n8n/rest.mts';

export interface Node {
	name: string;
	type: string;
	/** 1 by default. */
	typeVersion?: number;
	parameters?: Record<string, unknown>;
	credential?: Credential;
	/** Whether it runs for the first item alone. */
	executeOnce?: boolean;
	/** What n8n does when it fails. */
	onError?: 'continueRegularOutput';
}

/** A workflow of nodes connected in a row. */
export function workflow(
	name: string,
	nodes: Node[],
	settings?: WorkflowDraft['settings'],
): WorkflowDraft {
	const options = { executionOrder: 'v1', ...settings };
	const empty: WorkflowDraft = { name, nodes: [], connections: {}, settings: options };
	return nodes.reduce((draft, node, index) => append(draft, nodes[index - 1]?.name, node), empty);
}

/** The workflow with one more node, connected to the first output of the node named `behind`. */
export function append(
	draft: WorkflowDraft,
	behind: string | undefined,
	{ credential, ...node }: Node,
): WorkflowDraft {
	const saved = {
		id: node.name,
		typeVersion: 1,
		parameters: {},
		position: [224 * draft.nodes.length, 0],
		...node,
		...(credential && { credentials: credentialsOf(credential) }),
	};
	const link = behind !== undefined && {
		[behind]: { main: [[{ node: node.name, type: 'main', index: 0 }]] },
	};
	return {
		...draft,
		nodes: [...draft.nodes, saved],
		connections: { ...draft.connections, ...link },
	};
}

/** A node's reference to its credential. */
export function credentialsOf({ id, name, type }: Credential) {
	return { [type]: { id, name } };
}
