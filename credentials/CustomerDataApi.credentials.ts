import {
	type IAuthenticateRuleResponseCode,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
	type Icon,
	UserError,
} from 'n8n-workflow';
import { BASE_URL_ADVICE, readConnection } from '../nodes/CustomerData/transport/connection';
import {
	FIELDS,
	identityHeaders,
	MAX_PAGE_SIZE,
	pageHeaders,
	PING,
} from '../nodes/CustomerData/transport/envelope';
import { explainStatus, REDIRECTS, STATUSES } from '../nodes/CustomerData/transport/statuses';

const REDIRECT_RULES = REDIRECTS.map((status) =>
	statusRule(status, `The service redirects to another address. ${BASE_URL_ADVICE}`),
);

const STATUS_RULES = Object.keys(STATUSES).map((status) => {
	const { message, advice } = explainStatus(Number(status), PING);
	return statusRule(Number(status), `${message}. ${advice}`);
});

/** Responses with status 200 that cannot come from Ping; n8n finds a key in text, too. */
const BODY_RULES = [
	bodyRule('0', '<', `A web page responded instead of the service. ${BASE_URL_ADVICE}`),
	bodyRule('length', 0, `The response to ${PING} is empty. ${BASE_URL_ADVICE}`),
	bodyRule(
		FIELDS.success,
		false,
		`The service responded to ${PING} with ${FIELDS.success}: false. Check 'API Key' and 'Company ID'.`,
	),
];

export class CustomerDataApi implements ICredentialType {
	name = 'customerDataApi';
	displayName = 'Customer Data API';
	icon: Icon = {
		light: 'file:../icons/customerData.svg',
		dark: 'file:../icons/customerData.dark.svg',
	};
	documentationUrl = 'https://example.com/n8n-nodes-customer-data#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/rest/v1',
			description:
				'Address of the service, ending with rest/v1. Ask the provider of your business-administration application for it.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Generate it in the business-administration application, in the settings for integrations, under API keys',
		},
		{
			displayName: 'Company ID',
			name: 'companyId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 1001',
			description:
				"The company number in the application's web address while you have the company open",
		},
	];

	/** A function, because n8n's declarative form cannot name a field that cannot be sent. */
	authenticate = async (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...request,
		headers: { ...request.headers, ...identityHeaders(readConnection(credential, inOneMessage)) },
	});

	/** With every header that any GET needs: the specification leaves open which ones Ping needs. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: `/${PING}`,
			headers: pageHeaders(0, MAX_PAGE_SIZE),
			disableFollowRedirect: true,
		},
		// n8n applies both kinds of rules in one list (credentials-tester.service), but types only one kind a list.
		rules: [...REDIRECT_RULES, ...STATUS_RULES, ...BODY_RULES] as IAuthenticateRuleResponseCode[],
	};
}

/** Where n8n tests a credential, it shows the message alone, so the advice has to be part of it. */
function inOneMessage(message: string, description: string): UserError {
	return new UserError(`${message}. ${description}`);
}

function statusRule(value: number, message: string) {
	return { type: 'responseCode', properties: { value, message } };
}

function bodyRule(key: string, value: unknown, message: string) {
	return { type: 'responseSuccessBody', properties: { key, value, message } };
}
