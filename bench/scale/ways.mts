import type { Credential, WorkflowDraft } from '../../test/harness/n8n/rest.mts';
import { readExample, withNodes } from '../../test/harness/workflow/examples.mts';
import { customerData, MANUAL_TRIGGER } from '../../test/harness/workflow/nodes.mts';
import { credentialsOf, workflow, type Node } from '../../test/harness/workflow/workflow.mts';
import { httpRequest } from '../contenders.mts';
import type { Compared } from '../draw.mts';

export type Way = 'httpRequest' | 'oneRead' | 'search' | 'batches';
export interface GuideRow {
	/** The limit of n8n's heap, in MiB. */
	heap: number;
	/** How many fields of a customer are kept: 15 are all. */
	fields: number;
	/** Whether n8n saves the execution, as it does by default. */
	isSaved: boolean;
}

export type Draft = (credential: Credential) => WorkflowDraft;

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
		draft: (credential) => oneRead(httpRequest(credential)),
	},
	oneRead: { label: 'Customer Data, one read', role: 'split', draft: returnAll({}) },
	search: {
		label: 'Customer Data, one read with Search',
		role: 'limit',
		draft: returnAll({}, { operation: 'search', search: SEARCH }),
	},
	// The example without its database and expressions, which would take most of the time.
	batches: {
		label: 'Customer Data, in batches',
		role: 'ours',
		draft: (credential) =>
			withNodes(readExample('all-customers-in-batches.json'), {
				'Make the table': NO_OPERATION,
				'Save to CRM': NO_OPERATION,
				'Map to CRM fields': RENAME,
				'Get a batch of customers': { credentials: credentialsOf(credential) },
			}),
	},
};

export function guideDraft({ fields, isSaved }: GuideRow): Draft {
	return returnAll(fields === FIVE_FIELDS.length ? { fields: FIVE_FIELDS } : {}, {}, isSaved);
}

function returnAll(options: object, parameters = {}, isSaved?: boolean): Draft {
	const all = { returnAll: true, options, ...parameters };
	return (credential) => oneRead(customerData(credential, all), isSaved);
}

function oneRead(reader: Node, isSaved = true): WorkflowDraft {
	return workflow('One read', [MANUAL_TRIGGER, reader], { saveManualExecutions: isSaved });
}
