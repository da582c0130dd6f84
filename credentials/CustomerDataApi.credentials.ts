import type {
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import {
	BASE_URL_ADVICE,
	type Connection,
	readConnection,
} from '../nodes/CustomerData/api/connection';
import { NOT_ACCEPTED } from '../nodes/CustomerData/api/errors';
import { identityHeaders, MAX_PAGE_SIZE, pageHeaders } from '../nodes/CustomerData/api/headers';

const MOVED = `The service points to another address. ${BASE_URL_ADVICE}`;
const NOT_AVAILABLE = 'The service is not available at the moment. Try again later.';

const STATUS_RULES = [
	...[301, 302, 303, 307, 308].map((status) => statusRule(status, MOVED)),
	statusRule(401, `${NOT_ACCEPTED.message}. ${NOT_ACCEPTED.description}`),
	statusRule(403, 'The API key is not allowed to use this service. Ask who manages the keys.'),
	statusRule(404, `There is no such service at this Base URL. ${BASE_URL_ADVICE}`),
	statusRule(429, 'The service receives too many requests. Try again later.'),
	...[500, 502, 503, 504].map((status) => statusRule(status, NOT_AVAILABLE)),
];

/** Answers with status 200 that cannot come from Ping; n8n looks a key up in the text, too. */
const BODY_RULES = [
	bodyRule('0', '<', `A web page answered instead of the service. ${BASE_URL_ADVICE}`),
	bodyRule('length', 0, `Nothing answered to Ping at this Base URL. ${BASE_URL_ADVICE}`),
	bodyRule('IsSuccess', false, 'The service did not accept the API key or the company ID.'),
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
				'Generate it in the business-administration application: settings, integrations, section API keys',
		},
		{
			displayName: 'Company ID',
			name: 'companyId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 1001',
			description:
				'The company number that appears in the web address when you have the company open in the application',
		},
	];

	/** A function, not n8n's declarative form, so that a field that cannot be sent is named in a sentence. */
	authenticate = async (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		return {
			...request,
			headers: { ...request.headers, ...identityHeaders(sendable(credential)) },
		};
	};

	/** Ping with every header that any GET may want: the specification leaves open which it does. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/Ping',
			headers: pageHeaders(0, MAX_PAGE_SIZE),
			disableFollowRedirect: true,
		},
		// n8n applies both kinds of rules in one list (credentials-tester.service), but types only one kind a list.
		rules: [...STATUS_RULES, ...BODY_RULES] as IAuthenticateRuleResponseCode[],
	};
}

/** n8n shows the message alone where a credential is tested, so the advice has to be part of it. */
function sendable(credential: ICredentialDataDecryptedObject): Connection {
	try {
		return readConnection(credential);
	} catch (error) {
		if (error instanceof UserError) throw new UserError(`${error.message}. ${error.description}`);
		throw error;
	}
}

function statusRule(value: number, message: string): IAuthenticateRuleResponseCode {
	return { type: 'responseCode', properties: { value, message } };
}

function bodyRule(
	key: string,
	value: unknown,
	message: string,
): IAuthenticateRuleResponseSuccessBody {
	return { type: 'responseSuccessBody', properties: { key, value, message } };
}
