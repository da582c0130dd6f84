import type { Credential, WorkflowDraft } from '../harness/n8n/rest.mts';
import {
	BY_CODE,
	customerData,
	customerDataTrigger,
	MANUAL_TRIGGER,
} from '../harness/workflow/nodes.mts';
import { workflow, type Node } from '../harness/workflow/workflow.mts';

const PAGE_SIZE = 50;

export interface Contender {
	label: string;
	/** What reads all customers, and is timed. What comes before it makes its input. */
	draft: (credential: Credential) => WorkflowDraft;
	/** How many items it outputs. */
	items: (customers: number) => number;
	isTrigger?: boolean;
}

export type ContenderName =
	'httpRequest' | `getMany${1 | 4 | 16}` | 'compare' | 'compareMissing' | 'poll';

export const CONTENDERS: Record<ContenderName, Contender> = {
	httpRequest: {
		label: 'HTTP Request',
		draft: (credential) => byHand([httpRequest(credential)]),
		items: (customers) => customers / PAGE_SIZE,
	},
	getMany1: getMany('*Get Many*, 1 request at a time', 1),
	getMany4: getMany('*Get Many*, 4 (default)', 4),
	getMany16: getMany('*Get Many*, 16', 16),
	compare: compare('*Compare*, nothing missing', 'customer', 0),
	compareMissing: compare('*Compare*, a record missing', 'customerGroup', 1),
	poll: {
		label: 'Poll of the trigger',
		draft: (credential) => workflow('Watch', [customerDataTrigger(credential, EVERY_HOUR)]),
		items: () => 0,
		isTrigger: true,
	},
};

const EVERY_HOUR = { pollTimes: { item: [{ mode: 'everyHour' }] } };

/** n8n's own node, paging by headers as its documentation describes. Every page is an item. */
export function httpRequest(credential: Credential): Node {
	const offset = '={{ $response.headers?.["x-page-next"] ?? 0 }}';
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'headers', name: 'x-page-offset', value: offset }] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.headers["x-page-more"] !== "true" }}',
	};
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			url: `${credential.data.baseUrl}/GetCustomers`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credential.type,
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'x-page-limit', value: String(PAGE_SIZE) }] },
			options: { pagination: { pagination } },
		},
		credential,
	};
}

function byHand(nodes: Node[]): WorkflowDraft {
	return workflow('Read', [MANUAL_TRIGGER, ...nodes], { saveManualExecutions: false });
}

function getMany(label: string, parallelRequests: number): Contender {
	const parameters = { returnAll: true, options: { parallelRequests } };
	return {
		label,
		draft: (credential) => byHand([customerData(credential, parameters)]),
		items: (customers) => customers,
	};
}

/** @param resource the list that stands in for the rows of the CRM */
function compare(label: string, resource: string, missing: number): Contender {
	const fields = ['Name', 'Email', 'Phone', 'City', 'CreditLimit'];
	const compareFields = { pairs: fields.map((field) => ({ field, value: field })) };
	const parameters = { operation: 'compare', ...BY_CODE, inputKey: 'Code', compareFields };
	return {
		label,
		draft: (credential) => {
			const rows = customerData(credential, { resource, returnAll: true });
			return byHand([{ ...rows, name: 'CRM' }, customerData(credential, parameters)]);
		},
		items: () => missing,
	};
}
