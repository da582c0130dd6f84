import type { Credential, WorkflowDraft } from '../../test/harness/n8n/rest.mts';
import { readExample, withNodes } from '../../test/harness/workflow/examples.mts';
import { customerData, MANUAL_TRIGGER } from '../../test/harness/workflow/nodes.mts';
import { credentialsOf, workflow, type Node } from '../../test/harness/workflow/workflow.mts';
import type { Compared } from '../draw.mts';
import { httpRequest } from '../httpRequest.mts';
import type { List } from '../service.mts';

export type Way = 'httpRequest' | 'oneRead' | 'search' | 'batches';

export interface GuideRow {
	/** The limit of n8n's heap, in MiB. */
	heap: number;
	/** How many fields of a customer are kept: 15 are all. */
	fields: number;
	/** Whether n8n saves the execution, as it does by default. */
	isSaved: boolean;
}

export type Draft = (list: List, credential: Credential) => WorkflowDraft;

/** Finds 5 % of a million customers, by code or e-mail address. */
const SEARCH = 'C00';
const FIVE_FIELDS = ['Code', 'Name', 'Email', 'City', 'Active'];
const RENAME = {
	type: 'n8n-nodes-base.renameKeys',
	typeVersion: 1,
	parameters: { keys: { key: [{ currentKey: 'Name', newKey: 'company' }] } },
};
const NO_OPERATION = { type: 'n8n-nodes-base.noOp', typeVersion: 1, credentials: {} };

export const WAYS: Record<Way, Compared & { draft: Draft }> = {
	httpRequest: {
		label: 'HTTP Request node, one read',
		role: 'peer',
		draft: (list, credential) => oneRead(httpRequest(list, credential)),
	},
	oneRead: {
		label: 'Customer Data, one read',
		role: 'split',
		draft: (_, credential) => oneRead(returnAll(credential)),
	},
	search: {
		label: 'Customer Data, one read with Search',
		role: 'limit',
		draft: (_, credential) => oneRead(returnAll(credential, { search: SEARCH })),
	},
	// The example without its database and expressions, which would take most of the time.
	batches: {
		label: 'Customer Data, in batches',
		role: 'ours',
		draft: (_, credential) =>
			withNodes(readExample('all-customers-in-batches.json'), {
				'Make the table': NO_OPERATION,
				'Save to CRM': NO_OPERATION,
				'Map to CRM fields': RENAME,
				'Get a batch of customers': { credentials: credentialsOf(credential) },
			}),
	},
};

export function guideDraft({ fields, isSaved }: GuideRow): Draft {
	const options = fields === FIVE_FIELDS.length ? { fields: FIVE_FIELDS } : {};
	return (_, credential) => oneRead(returnAll(credential, options), isSaved);
}

function returnAll(credential: Credential, options = {}): Node {
	return customerData(credential, { returnAll: true, options });
}

function oneRead(reader: Node, isSaved = true): WorkflowDraft {
	return workflow('One read', [MANUAL_TRIGGER, reader], { saveManualExecutions: isSaved });
}
