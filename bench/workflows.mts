import type { Credential, WorkflowDraft } from '../test/harness/n8n/rest.mts';
import { customerData, MANUAL_TRIGGER } from '../test/harness/workflow/nodes.mts';
import { workflow, type Node } from '../test/harness/workflow/workflow.mts';
import type { List } from './service.mts';

/** A workflow that reads a list and saves no execution data. */
export interface ReadingWorkflow {
	draft: WorkflowDraft;
	/** The node that must return this number of items. */
	last: string;
	items: number;
}

/** The list to read, and the credential for it. */
export interface Source {
	list: List;
	credential: Credential;
}

/** The node whose time counts. */
export const READER = 'Read';

const PAGE_SIZE = 50;

/** Our node reads the list; every customer is an item. */
export function customerDataWorkflow(
	{ list, credential }: Source,
	options: {
		parallelRequests: number;
		fields?: string[];
		search?: string;
	},
): ReadingWorkflow {
	const reader = { ...customerData(credential, { returnAll: true, options }), name: READER };
	return readingWorkflow([reader], list.customers);
}

/** n8n's request helper alone, in a node of the benchmark; every customer is an item. */
export function requestHelperWorkflow(
	{ list, credential }: Source,
	parallelRequests: number,
): ReadingWorkflow {
	const parameters = { records: list.customers, parallelRequests };
	const reader = { name: READER, type: 'CUSTOM.requestHelper', parameters, credential };
	return readingWorkflow([reader], list.customers);
}

/** n8n's HTTP Request node reads the list; every page is an item. */
export function httpRequestWorkflow(source: Source): ReadingWorkflow {
	return readingWorkflow([httpRequest(source)], Math.ceil(source.list.customers / PAGE_SIZE));
}

/** The HTTP Request node and Split Out; every customer is an item, as with our node. */
export function httpRequestSplitWorkflow(source: Source): ReadingWorkflow {
	const splitter = {
		name: 'Split Out',
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'Payload', options: {} },
	};
	return readingWorkflow([httpRequest(source), splitter], source.list.customers);
}

/** Pages by headers, as the node's documentation describes. */
function httpRequest({ list, credential }: Source): Node {
	const offset = '={{ $response.headers?.["x-page-next"] ?? 0 }}';
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'headers', name: 'x-page-offset', value: offset }] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.headers["x-page-more"] !== "true" }}',
	};
	return {
		name: READER,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			url: `${list.baseUrl}/GetCustomers`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credential.type,
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'x-page-limit', value: String(PAGE_SIZE) }] },
			options: { pagination: { pagination } },
		},
		credential,
	};
}

/** A manual trigger, followed by the nodes in a row. */
function readingWorkflow(nodes: Node[], items: number): ReadingWorkflow {
	const names = nodes.map(({ name }) => name);
	const settings = { saveManualExecutions: false };
	const draft = workflow(names.join(', '), [MANUAL_TRIGGER, ...nodes], settings);
	return { draft, last: names.at(-1) ?? READER, items };
}
