import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { StandIn } from './standIn.mts';
import { checkTypes, type Types } from './types.mts';

const HOST = 'example.my.salesforce.com';

const TYPES: Types = {
	Name: 'text',
	AccountNumber: 'text',
	Phone: 'text',
	BillingCity: 'text',
	BillingStreet: 'text',
	Customer_Active__c: 'boolean',
};

const bodySchema = z.record(z.unknown());

const REFUSED = {
	unknown: (name: string) => `No such column '${name}' on sobject of type Account`,
	wrong: (name: string, type: string) => `Cannot deserialize instance of ${type} in ${name}`,
};

/**
 * Salesforce's REST API, version 59, for accounts.
 *
 * https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm
 * https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_basic_info_post.htm
 * https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/errorcodes.htm
 */
export const salesforce: StandIn = {
	crm: 'Salesforce',
	credential: {
		grantType: 'authorizationCode',
		oauthTokenData: { access_token: 'none', instance_url: `https://${HOST}` },
	},
	fields: {
		code: 'AccountNumber',
		company: 'Name',
		phone: 'Phone',
		city: 'BillingCity',
	},
	marks: { active: { Customer_Active__c: true }, removed: { Customer_Active__c: false } },
	ofColleagues: { BillingStreet: 'Market Square 1' },
	idOf: (nth) => `001${String(nth).padStart(15, '0')}`,
	says: (message) => [{ message, errorCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', fields: [] }],
	serve(app, contacts) {
		const path = `/${HOST}/services/data/v59.0`;
		app.get<{ Querystring: { q: string } }>(`${path}/query`, async ({ query: { q } }) => {
			const [, list = ''] = /^SELECT (.+) FROM Account *$/.exec(q) ?? [];
			const names = list.split(',');
			const records = contacts.all().map(({ id, values }) => {
				const fields = names.map((name) => [name, name === 'Id' ? id : shown(name, values[name])]);
				return { attributes: { type: 'Account' }, ...Object.fromEntries(fields) };
			});
			return { totalSize: records.length, done: true, records };
		});
		app.post(`${path}/sobjects/account`, async ({ body }, reply) => {
			const id = contacts.create(taken(body));
			return await reply.code(201).send({ id, success: true, errors: [] });
		});
		interface Patch {
			Params: { id: string };
		}
		app.patch<Patch>(`${path}/sobjects/account/:id`, async ({ params, body }, reply) => {
			contacts.update(params.id, taken(body));
			return await reply.code(204).send();
		});
	},
};

/** An empty text is null, and a box that nobody ticked is false. */
function shown(name: string, value: unknown): unknown {
	return TYPES[name] === 'boolean' ? value === true : value || null;
}

function taken(body: unknown): Row {
	const values = bodySchema.parse(body);
	checkTypes(values, TYPES, REFUSED);
	return values;
}
