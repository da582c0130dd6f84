import type { Credential } from '../harness/n8n/rest.mts';
import { customerData } from '../harness/workflow/nodes.mts';
import type { Node } from '../harness/workflow/workflow.mts';
import { PAGE_SIZE } from './requestHelper/requestHelper.mts';

export const AT_A_TIME = [1, 4, 8, 16] as const;
type AtATime = (typeof AT_A_TIME)[number];

export type Contender =
	'httpRequest' | 'httpRequestSplit' | `parallel${AtATime}` | `requestHelper${AtATime}`;

interface Competitor {
	label: string;
	/** The nodes that read. The time of the first one counts. */
	nodes: (credential: Credential, customers: number) => Node[];
	/** 1 by default. */
	recordsInItem?: number;
}

export const SPLIT_OUT: Node = {
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'Payload', options: {} },
};

export const CONTENDERS: Record<Contender, Competitor> = {
	httpRequest: {
		label: 'HTTP Request node',
		nodes: (credential) => [httpRequest(credential)],
		recordsInItem: PAGE_SIZE,
	},
	httpRequestSplit: {
		label: 'HTTP Request node and Split Out',
		nodes: (credential) => [httpRequest(credential), SPLIT_OUT],
	},
	parallel1: ours('1 at a time', 1),
	parallel4: ours('4 (default)', 4),
	parallel8: ours('8', 8),
	parallel16: ours('16', 16),
	requestHelper1: requestHelper(1),
	requestHelper4: requestHelper(4),
	requestHelper8: requestHelper(8),
	requestHelper16: requestHelper(16),
};

export const IN_GROWTH: Contender[] = ['httpRequest', 'httpRequestSplit', 'parallel4'];
export const IN_SPEED: Contender[] = [
	'httpRequest',
	...AT_A_TIME.flatMap((n): Contender[] => [`parallel${n}`, `requestHelper${n}`]),
];

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

function ours(label: string, parallelRequests: number): Competitor {
	const parameters = { returnAll: true, options: { parallelRequests } };
	return {
		label: `Customer Data, ${label}`,
		nodes: (credential) => [customerData(credential, parameters)],
	};
}

/** n8n's request helper alone, in a node of the benchmark. */
function requestHelper(parallelRequests: number): Competitor {
	const node = { name: 'Request Helper', type: 'CUSTOM.requestHelper' };
	return {
		label: `n8n's request helper, ${parallelRequests}`,
		nodes: (credential, records) => [
			{ ...node, parameters: { records, parallelRequests }, credential },
		],
	};
}
