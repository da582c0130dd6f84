import type { INodeParameters } from 'n8n-workflow';
import { NO, pairs, stepsOf, YES, type Crm, type Values } from './crm.mts';
import { TABLE } from './tables.mts';

const ACTIVE = { box: 'active', removed: 'false', yes: { active: YES }, no: { active: NO } };

/** Sends the values as JSON. Dots in their names nest them. */
function body(values: Values, prefix = ''): INodeParameters {
	const all = Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]);
	const parameters = pairs(Object.fromEntries(all), 'name', 'value');
	return { sendBody: true, bodyParameters: { parameters }, options: {} };
}

const HTTP_VERSION = 4.2;
const bearer = stepsOf('httpRequest', HTTP_VERSION, ['httpBearerAuth', 'Bearer Auth account']);
const BEARER = { authentication: 'genericCredentialType', genericAuthType: 'httpBearerAuth' };
const ADDRESS = 'https://crm.example.com/items/contacts';

const WITHOUT_NODE: Crm = {
	...TABLE,
	name: 'A CRM without a node',
	status: 'tried',
	needs: "Four requests of your CRM's API, from its documentation.",
	choose: 'The addresses, and the names of the fields.',
	limits: ["**Read the CRM** must read all rows: add the API's page size, or pagination."],
	active: ACTIVE,
	read: bearer({
		url: ADDRESS,
		...BEARER,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'limit', value: '-1' }] },
		options: {},
	}),
	rows: 'data',
	create: (values) => bearer({ method: 'POST', url: ADDRESS, ...BEARER, ...body(values) }),
	update: (values, id) =>
		bearer({ method: 'PATCH', url: `=${ADDRESS}/${id.slice(1)}`, ...BEARER, ...body(values) }),
};

const token: [string, string] = ['strapiTokenApi', 'Strapi Token account'];
const strapi = stepsOf('strapi', 1, token);
const strapiRequest = stepsOf('httpRequest', HTTP_VERSION, token);
const STRAPI_TOKEN = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'strapiTokenApi',
};
const STRAPI_ADDRESS = 'https://strapi.example.com/api/contacts';

const STRAPI: Crm = {
	...TABLE,
	name: 'Strapi',
	status: 'tried',
	needs: 'A content type *contacts* with the fields that the nodes name, in Strapi 5.',
	choose:
		'The address, in the three nodes on the right; in the credential, "Version 4", although yours is 5.',
	limits: ['A code that is a number in your application is refused.'],
	active: ACTIVE,
	id: 'documentId',
	read: strapi({
		authentication: 'token',
		operation: 'getAll',
		contentType: 'contacts',
		returnAll: true,
		options: {},
	}),
	create: (values) =>
		strapiRequest({
			method: 'POST',
			url: STRAPI_ADDRESS,
			...STRAPI_TOKEN,
			...body(values, 'data.'),
		}),
	update: (values, id) =>
		strapiRequest({
			method: 'PUT',
			url: `=${STRAPI_ADDRESS}/${id.slice(1)}`,
			...STRAPI_TOKEN,
			...body(values, 'data.'),
		}),
};

export const REQUESTS: Crm[] = [WITHOUT_NODE, STRAPI];
