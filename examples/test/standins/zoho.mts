import { z } from 'zod';
import { checkbox, textOrNull as text } from './fields.mts';
import { Answer, rowSchema, type StandIn } from './standIn.mts';

const bodySchema = z.object({ data: z.tuple([rowSchema]) });

/**
 * Zoho CRM's API, version 2, for accounts. An empty text is null.
 *
 * https://www.zoho.com/crm/developer/docs/api/v2/get-records.html
 * https://www.zoho.com/crm/developer/docs/api/v2/insert-records.html
 * https://www.zoho.com/crm/developer/docs/api/v2/update-specific-record.html
 */
export const zoho: StandIn = {
	crm: 'Zoho CRM',
	credential: {
		grantType: 'authorizationCode',
		oauthTokenData: { access_token: 'none', api_domain: 'https://www.zohoapis.eu' },
	},
	fields: {
		Account_Name: text('company'),
		Customer_Code: text('code'),
		Phone: text('phone'),
		Billing_Street: text(),
		Billing_City: text('city'),
		Billing_State: text(),
		Billing_Code: text(),
		Billing_Country: text(),
		Customer_Active: checkbox(),
	},
	marks: { active: { Customer_Active: true }, removed: { Customer_Active: false } },
	ofColleagues: { Billing_Street: 'Market Square 1', Billing_Code: '1010' },
	idOf: (nth) => `4150868000000${String(nth).padStart(6, '0')}`,
	refuses: (name, type) => (type ? `${name} is to be ${type}` : `There is no field ${name}`),
	says: (message) => ({
		data: [{ code: 'INVALID_DATA', details: {}, message, status: 'error' }],
	}),
	routes(contacts) {
		const path = '/www.zohoapis.eu/crm/v2/accounts';
		return {
			[`GET ${path}`]({ query: { page: nth = '1', per_page: asked = '200' } }) {
				const per_page = Math.min(Number(asked), 200);
				const { page, next } = contacts.page(per_page * (Number(nth) - 1), per_page);
				if (page.length === 0) return new Answer(204);
				const info = { per_page, count: page.length, page: Number(nth), more_records: !!next };
				return { data: page.map(({ id, values }) => ({ id, ...values })), info };
			},
			[`POST ${path}`]({ body }) {
				const { id } = contacts.create(bodySchema.parse(body).data[0]);
				return new Answer(201, done(id, 'record added'));
			},
			[`PUT ${path}/:id`]({ params: { id }, body }) {
				contacts.update(id, bodySchema.parse(body).data[0]);
				return done(id, 'record updated');
			},
		};
	},
};

function done(id: string, message: string) {
	return { data: [{ code: 'SUCCESS', details: { id }, message, status: 'success' }] };
}
