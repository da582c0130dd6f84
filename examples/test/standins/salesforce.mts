import type { Row } from '../../../harness/n8n/rest.mts';
import { checkbox, textOrNull as text } from './fields.mts';
import { Answer, rowSchema, type StandIn } from './standIn.mts';

const HOST = 'example.my.salesforce.com';

/**
 * Salesforce's REST API, version 59, for accounts. An empty text is null.
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
		Name: text('company'),
		AccountNumber: text('code'),
		Phone: text('phone'),
		BillingCity: text('city'),
		BillingStreet: text(),
		Customer_Active__c: checkbox(),
	},
	marks: { active: { Customer_Active__c: true }, removed: { Customer_Active__c: false } },
	ofColleagues: { BillingStreet: 'Market Square 1' },
	idOf: (nth) => `001${String(nth).padStart(15, '0')}`,
	refuses: (name, type) =>
		type
			? `Cannot deserialize instance of ${type} in ${name}`
			: `No such column '${name}' on sobject of type Account`,
	says: (message) => [{ message, errorCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', fields: [] }],
	routes(contacts) {
		const path = `/${HOST}/services/data/v59.0`;
		return {
			[`GET ${path}/query`]({ query: { q = '' } }) {
				const [, list = ''] = /^SELECT (.+) FROM Account *$/.exec(q) ?? [];
				const records = contacts.all().map(({ id: Id, values }) => {
					const all: Row = { Id, ...values };
					const fields = list.split(',').map((name) => [name, all[name]]);
					return { attributes: { type: 'Account' }, ...Object.fromEntries(fields) };
				});
				return { totalSize: records.length, done: true, records };
			},
			[`POST ${path}/sobjects/account`]({ body }) {
				const { id } = contacts.create(rowSchema.parse(body));
				return new Answer(201, { id, success: true, errors: [] });
			},
			[`PATCH ${path}/sobjects/account/:id`]({ params: { id }, body }) {
				contacts.update(id, rowSchema.parse(body));
				return new Answer(204);
			},
		};
	},
};
