import type { Credential, WorkflowDraft } from '../../harness/n8n/rest.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { customerData, MANUAL_TRIGGER } from '../../harness/workflow/nodes.mts';
import { credentialsOf, workflow, type Node } from '../../harness/workflow/workflow.mts';
import { httpRequest } from '../contenders.mts';
import type { Compared } from '../draw.mts';

export type Way = 'httpRequest' | 'oneRead' | 'search' | 'batches';

/** Finds 5 % of a million customers, by code or email address. */
const SEARCH = { operation: 'search', search: 'C00' };
const RENAME = {
	type: 'n8n-nodes-base.renameKeys',
	typeVersion: 1,
	parameters: { keys: { key: [{ currentKey: 'Code', newKey: 'code' }] } },
	credentials: {},
};
const NO_OPERATION = { type: 'n8n-nodes-base.noOp', typeVersion: 1, credentials: {} };

/** In place of a query, what it returns. */
const answering = (answer: object) => ({
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: JSON.stringify(answer), options: {} },
	credentials: {},
});

export const WAYS: Record<Way, Compared & { draft: (credential: Credential) => WorkflowDraft }> = {
	httpRequest: {
		label: 'HTTP Request node, one read',
		role: 'peer',
		draft: (credential) => oneRead(httpRequest(credential)),
	},
	oneRead: {
		label: 'Customer Data, one read',
		role: 'split',
		draft: (credential) => oneRead(customerData(credential, { returnAll: true })),
	},
	search: {
		label: 'Customer Data, one read with Search',
		role: 'limit',
		draft: (credential) => oneRead(customerData(credential, { returnAll: true, ...SEARCH })),
	},
	// The example without its database and expressions, which would take most of the time.
	batches: {
		label: 'Customer Data, in batches',
		role: 'ours',
		draft: (credential) =>
			withNodes(readExample('all-customers-in-batches.json'), {
				'Make the table': NO_OPERATION,
				'Map to CRM fields': RENAME,
				// What is handed on as it was counts as not saved.
				'Save to CRM': {
					...RENAME,
					parameters: { keys: { key: [{ currentKey: 'code', newKey: 'saved' }] } },
				},
				'Note who was read': answering({ twice: [] }),
				'Mark inactive': answering({ rows: 0, gone: 0, removed: 0 }),
				'Get a batch of customers': { credentials: credentialsOf(credential) },
			}),
	},
};

const oneRead = (reader: Node) =>
	workflow('One read', [MANUAL_TRIGGER, reader], { saveManualExecutions: true });
