import type { INodeParameters } from 'n8n-workflow';
import {
	DOCUMENTED,
	flag,
	NO,
	operationsOf,
	stepsOf,
	YES,
	type Credential,
	type Crm,
} from './crm.mts';
import { NAMES, TABLE } from './tables.mts';

const HTTP = ['httpRequest', 4.2] as const;
/** Pages, until one has no contacts: neither the response itself nor a field of it is a list that is not empty. */
const PAGES = {
	paginationMode: 'updateAParameterInEachRequest',
	parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
	paginationCompleteWhen: 'other',
	completeExpression:
		'={{ ![$response.body, ...Object.values($response.body)].some((one) => Array.isArray(one) && one.length > 0) }}',
};
/** What was entered before, in **Read the CRM** and **What differs?**. */
const ADDRESS_READ = "{{ $('Read the CRM').params.url }}";
const ID_FIELD = "$('What differs?').params.idField";

/** Without authentication: n8n executes no node while another one names a credential that is not chosen. */
const request = stepsOf(...HTTP, []);
const ADDRESS = 'https://crm.example.com/items/contacts';

const TOKEN: Credential = ['strapiTokenApi', 'Strapi Token account'];
const STRAPI = { authentication: 'predefinedCredentialType', nodeCredentialType: TOKEN[0] };
const strapi = operationsOf('strapi', 1, TOKEN, { authentication: 'token' });
const strapiRequest = stepsOf(...HTTP, TOKEN);
const STRAPI_ADDRESS = 'https://strapi.example.com/api/contacts';

export const REQUESTS: Crm[] = [
	{
		...TABLE,
		name: 'A CRM without a node',
		tried: 'real',
		needs: "Four requests of your CRM's API, from its documentation.",
		choose:
			'First the credential in **What differs?** (before that, n8n executes no node); then, from left to right, each authentication and method. The nodes on the right take the address and the fields from those on the left.',
		active: flag('active', YES, NO),
		read: request({
			url: ADDRESS,
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'limit', value: '100' }] },
			options: { pagination: { pagination: PAGES } },
		}),
		rows: 'data',
		saves: {
			create: request({ method: 'POST', url: `=${ADDRESS_READ}`, ...json('$json') }),
			update: request({
				method: 'PATCH',
				url: `=${ADDRESS_READ}/{{ $json[${ID_FIELD}] }}`,
				...json(`$json.removeField(${ID_FIELD})`),
			}),
		},
	},
	{
		...TABLE,
		name: 'Strapi',
		tried: DOCUMENTED,
		needs: `A content type *contacts* with the columns ${NAMES}, in Strapi 5: *creditLimit* a number, *active* a boolean, all others text.`,
		choose:
			'The address, in **Create in CRM**, from which the other nodes take it; in the credential, "Version 4", although yours is 5.',
		active: flag('active', YES, NO),
		id: 'documentId',
		read: strapi('getAll', { contentType: 'contacts', returnAll: true, options: {} }),
		saves: {
			create: strapiRequest({
				method: 'POST',
				url: STRAPI_ADDRESS,
				...STRAPI,
				...json('{ data: $json }'),
			}),
			update: strapiRequest({
				method: 'PUT',
				url: "={{ $('Create in CRM').params.url }}/{{ $json.documentId }}",
				...STRAPI,
				...json("{ data: $json.removeField('documentId') }"),
			}),
		},
	},
];

/** Sends the value of an expression as JSON. */
function json(expression: string): INodeParameters {
	return { sendBody: true, specifyBody: 'json', jsonBody: `={{ ${expression} }}`, options: {} };
}
