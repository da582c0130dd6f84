import { chain, type Node } from '../demo/chain.mts';
import type { Credential, WorkflowDraft } from '../demo/rest.mts';
import { credentialOf } from '../demo/workflowParts.mts';
import type { List } from './service.mts';

/** Reads a list, and nothing is saved of it. */
export interface ReadingWorkflow {
	draft: WorkflowDraft;
	/** The node that has to give so many items. */
	last: string;
	items: number;
}

/** What is read, and as whom. */
export interface Source {
	list: List;
	credential: Credential;
}

export const TRIGGER = 'Start';
/** The node whose time counts. */
export const READER = 'Read';

const PAGE_SIZE = 50;

/** Our node reads the list; every customer is an item. */
export function customerDataWorkflow(
	{ list, credential }: Source,
	parallelRequests: number,
): ReadingWorkflow {
	const options = { parallelRequests };
	const reader: Node = {
		name: READER,
		type: 'n8n-nodes-customer-data.customerData',
		typeVersion: 1,
		parameters: { resource: 'customer', operation: 'getAll', returnAll: true, options },
		credentials: credentialOf(credential),
	};
	return workflow([reader], list.customers);
}

/** n8n's HTTP Request node reads the list; every page is an item. */
export function httpRequestWorkflow(source: Source): ReadingWorkflow {
	return workflow([httpRequest(source)], Math.ceil(source.list.customers / PAGE_SIZE));
}

/** The same, and every customer becomes an item, as with our node. */
export function httpRequestSplitWorkflow(source: Source): ReadingWorkflow {
	const splitter = {
		name: 'Split Out',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'Payload', options: {} },
	};
	return workflow([httpRequest(source), splitter], source.list.customers);
}

/** As the node's documentation has it for a service that pages by headers. */
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
		credentials: credentialOf(credential),
	};
}

/** A trigger and the nodes, one after the other. */
function workflow(nodes: Node[], items: number): ReadingWorkflow {
	const type = 'n8n-nodes-base.manualTrigger';
	const all = [{ name: TRIGGER, type, typeVersion: 1, parameters: {} }, ...nodes];
	const names = all.map(({ name }) => name);
	const settings = { executionOrder: 'v1', saveManualExecutions: false };
	const draft = { ...chain(names.join(', '), ...all), settings };
	return { draft, last: names.at(-1) ?? READER, items };
}
