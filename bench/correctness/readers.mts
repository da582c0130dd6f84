import type { Credential, WorkflowDraft } from '../../harness/n8n/rest.mts';
import { customerData, MANUAL_TRIGGER, NODE_NAME } from '../../harness/workflow/nodes.mts';
import { workflow, type Node } from '../../harness/workflow/workflow.mts';
import { httpRequest, SPLIT_OUT } from '../contenders.mts';

export type Reader = 'httpRequest' | 'httpRequestWithCare' | 'customerData';

interface Reading {
	draft: (credential: Credential) => WorkflowDraft;
	/** The node that outputs an item for each customer. */
	output: string;
}

export const READERS: Record<Reader, Reading> = {
	httpRequest: {
		draft: (credential) => reading([httpRequest(credential), SPLIT_OUT]),
		output: SPLIT_OUT.name,
	},
	httpRequestWithCare: { draft: withCare, output: SPLIT_OUT.name },
	customerData: {
		draft: (credential) => reading([customerData(credential, { returnAll: true })]),
		output: NODE_NAME,
	},
};

const IS_TRUE = { type: 'boolean', operation: 'true', singleValue: true };
const IS_SUCCESS: Node = {
	name: 'If',
	type: 'n8n-nodes-base.if',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { version: 2, caseSensitive: true, typeValidation: 'strict', leftValue: '' },
			combinator: 'and',
			conditions: [{ leftValue: '={{ $json.IsSuccess }}', operator: IS_TRUE }],
		},
		options: {},
	},
};
const STOP: Node = {
	name: 'Stop and Error',
	type: 'n8n-nodes-base.stopAndError',
	parameters: { errorMessage: '={{ $json.ErrorMessages.join() }}' },
};

function reading(nodes: Node[]): WorkflowDraft {
	return workflow('Read all customers', [MANUAL_TRIGGER, ...nodes]);
}

/** What n8n's own nodes can do about failures: retry, and check each page. */
function withCare(credential: Credential): WorkflowDraft {
	const careful = { ...httpRequest(credential), retryOnFail: true };
	const draft = reading([careful, IS_SUCCESS, SPLIT_OUT]);
	const [stop] = workflow('', [STOP]).nodes;
	const to = ({ name }: Node) => [{ node: name, type: 'main', index: 0 }];
	return {
		...draft,
		// n8n runs the upper branch first, so the execution stops before anything is passed on.
		nodes: [...draft.nodes, Object.assign({}, stop, { position: [672, -200] })],
		connections: { ...draft.connections, [IS_SUCCESS.name]: { main: [to(SPLIT_OUT), to(STOP)] } },
	};
}
