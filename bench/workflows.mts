import { chain, type Node } from '../test/harness/workflow/workflow.mts';
import type { Credential, WorkflowDraft } from '../test/harness/n8n/rest.mts';
import { credentialOf } from '../demo/workflowParts.mts';
import type { List } from './service.mts';

/** Reads a list, and nothing is saved of it. */
export interface ReadingWorkflow {
	draft: WorkflowDraft;
	/** How many items each node has to give. */
	items: Record<string, number>;
}

/** What is read, and as whom. */
export interface Source {
	list: List;
	credential: Credential;
}

export const TRIGGER = 'Start';
/** The node whose time counts. */
export const READER = 'Read';
const SPLITTER = 'Split Out';

const PAGE_SIZE = 50;

/** Our node reads the list; every customer is an item. */
export function customerDataWorkflow(
	{ list, credential }: Source,
	parallelRequests: number,
): ReadingWorkflow {
	const reader = node(READER, 'n8n-nodes-customer-data.customerData', 1, {
		resource: 'customer',
		operation: 'getAll',
		returnAll: true,
		options: { parallelRequests },
	});
	return {
		draft: workflow([signedIn(reader, credential)]),
		items: { [READER]: list.customers },
	};
}

/** n8n's HTTP Request node reads the list; every page is an item. */
export function httpRequestWorkflow(source: Source): ReadingWorkflow {
	return {
		draft: workflow([httpRequest(source)]),
		items: { [READER]: Math.ceil(source.list.customers / PAGE_SIZE) },
	};
}

/** The same, and every customer becomes an item, as with our node. */
export function httpRequestSplitWorkflow(source: Source): ReadingWorkflow {
	const splitter = node(SPLITTER, 'n8n-nodes-base.splitOut', 1, {
		fieldToSplitOut: 'Payload',
		options: {},
	});
	return {
		draft: workflow([httpRequest(source), splitter]),
		items: { [SPLITTER]: source.list.customers },
	};
}

/** As the node's documentation has it for a service that pages by headers. */
function httpRequest({ list, credential }: Source): Node {
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: {
			parameters: [
				{
					type: 'headers',
					name: 'x-page-offset',
					value: '={{ $response.headers?.["x-page-next"] ?? 0 }}',
				},
			],
		},
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.headers["x-page-more"] !== "true" }}',
	};
	const reader = node(READER, 'n8n-nodes-base.httpRequest', 4.5, {
		url: `${list.baseUrl}/GetCustomers`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credential.type,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'x-page-limit', value: String(PAGE_SIZE) }] },
		options: { pagination: { pagination } },
	});
	return signedIn(reader, credential);
}

function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Node['parameters'],
): Node {
	return { name, type, typeVersion, parameters };
}

function signedIn(reader: Node, credential: Credential): Node {
	return { ...reader, credentials: credentialOf(credential) };
}

/** A trigger and the nodes, one after the other. */
function workflow(nodes: Node[]): WorkflowDraft {
	const links = [node(TRIGGER, 'n8n-nodes-base.manualTrigger', 1, {}), ...nodes];
	const draft = chain(links.map(({ name }) => name).join(', '), ...links);
	return { ...draft, settings: { executionOrder: 'v1', saveManualExecutions: false } };
}
