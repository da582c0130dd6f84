import type { Credential } from '../test/harness/n8n/rest.mts';
import type { Node } from '../test/harness/workflow/workflow.mts';
import { PAGE_SIZE } from './pages.mts';
import type { List } from './service.mts';

/** n8n's own node, paging by headers as its documentation describes. Every page is an item. */
export function httpRequest({ baseUrl }: List, credential: Credential): Node {
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
			url: `${baseUrl}/GetCustomers`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credential.type,
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'x-page-limit', value: String(PAGE_SIZE) }] },
			options: { pagination: { pagination } },
		},
		credential,
	};
}
