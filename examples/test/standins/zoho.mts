import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { StandIn } from './standIn.mts';
import { checkTypes, type Types } from './types.mts';

const TYPES: Types = {
	Account_Name: 'text',
	Customer_Code: 'text',
	Phone: 'text',
	Billing_Street: 'text',
	Billing_City: 'text',
	Billing_State: 'text',
	Billing_Code: 'text',
	Billing_Country: 'text',
	Customer_Active: 'boolean',
};

const bodySchema = z.object({ data: z.tuple([z.record(z.unknown())]) });

const REFUSED = {
	unknown: (name: string) => `There is no field ${name}`,
	wrong: (name: string, type: string) => `${name} is to be ${type}`,
};

/**
 * Zoho CRM's API, version 2, for accounts.
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
		code: 'Customer_Code',
		company: 'Account_Name',
		phone: 'Phone',
		city: 'Billing_City',
	},
	marks: { active: { Customer_Active: true }, removed: { Customer_Active: false } },
	ofColleagues: { Billing_Street: 'Market Square 1', Billing_Code: '1010' },
	idOf: (nth) => `4150868000000${String(nth).padStart(6, '0')}`,
	says: (message) => ({
		data: [{ code: 'INVALID_DATA', details: {}, message, status: 'error' }],
	}),
	serve(app, contacts) {
		const path = '/www.zohoapis.eu/crm/v2/accounts';
		const done = (id: string, message: string) => {
			return { data: [{ code: 'SUCCESS', details: { id }, message, status: 'success' }] };
		};
		interface Page {
			Querystring: { page?: string; per_page?: string };
		}
		app.get<Page>(path, async ({ query: { page = '1', per_page = '200' } }, reply) => {
			const size = Math.min(Number(per_page), 200);
			const all = contacts.all();
			const end = Number(page) * size;
			const data = all.slice(end - size, end).map(({ id, values }) => ({ id, ...shown(values) }));
			if (data.length === 0) return await reply.code(204).send();
			const info = { per_page: size, count: data.length, page: Number(page) };
			return { data, info: { ...info, more_records: end < all.length } };
		});
		app.post(path, async ({ body }, reply) => {
			const id = contacts.create(taken(body));
			return await reply.code(201).send(done(id, 'record added'));
		});
		app.put<{ Params: { id: string } }>(`${path}/:id`, async ({ params: { id }, body }) => {
			contacts.update(id, taken(body));
			return done(id, 'record updated');
		});
	},
};

/** What is empty is null, and a box that nobody ticked is false. */
function shown(values: Row): Row {
	const fields = Object.entries(TYPES).map(([name, type]) => {
		return [name, type === 'boolean' ? values[name] === true : values[name] || null];
	});
	return Object.fromEntries(fields);
}

function taken(body: unknown): Row {
	const [values] = bodySchema.parse(body).data;
	checkTypes(values, TYPES, REFUSED);
	return values;
}
