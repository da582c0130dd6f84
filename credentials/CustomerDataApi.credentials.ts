import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { connectionOf } from '../nodes/CustomerData/api/connection';
import { identityHeaders } from '../nodes/CustomerData/api/headers';
import { asError, withAdvice } from '../nodes/CustomerData/errors/nodeErrors';

export class CustomerDataApi implements ICredentialType {
	name = 'customerDataApi';
	displayName = 'Customer Data API';
	icon: Icon = {
		light: 'file:../icons/customerData.svg',
		dark: 'file:../icons/customerData.dark.svg',
	};
	documentationUrl =
		'https://www.npmjs.com/package/n8n-nodes-customer-data?activeTab=readme#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/rest/v1',
			description:
				"Address of the application's API. Ask the vendor for it. With http:// instead of https://, the API key is sent unencrypted: use that only within your own network.",
			hint: 'The address ends with rest/v1',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Generate it in the application, in the settings for integrations, under API keys',
		},
		{
			displayName: 'Company ID',
			name: 'companyId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 1001',
			description:
				"Open your company in the application. If its web address contains several numbers, use the one that doesn't change when you switch pages.",
			hint: "The company number in the application's web address",
		},
	];

	/** n8n's lint checks the fields that stand in a literal. */
	constructor() {
		this.properties.push(isFixed(this.properties));
	}

	/**
	 * For n8n's HTTP Request node, which shows the message alone. A function, because n8n's
	 * declarative form cannot name a field that cannot be sent.
	 */
	authenticate = async (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		try {
			const identity = identityHeaders(connectionOf(credential));
			return { ...request, headers: { ...request.headers, ...identity } };
		} catch (error) {
			throw withAdvice(asError(error));
		}
	};
}

/** A node gets only the values of expressions. This tells it whether any of the fields holds one. */
function isFixed(fields: INodeProperties[]): INodeProperties {
	const names = JSON.stringify(fields.map(({ name }) => `&${name}`));
	return {
		displayName: 'Is Fixed',
		name: 'isFixed',
		type: 'hidden',
		default: `={{ ${names}.every((field) => !/^=/.test($rawParameter[field] ?? "=")) }}`,
	};
}
