import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Contact, Contacts } from './contacts.mts';
import { textFrom, textOrNumberSchema } from './fields.mts';
import { rowSchema, type StandIn } from './standIn.mts';

/** HubSpot keeps each value as text, and takes an empty one, not null, to clear it. */
const property = textFrom(textOrNumberSchema);

const SAME = {
	credential: { appToken: 'none' },
	marks: { active: { active: 'true' }, removed: { active: 'false' } },
	refuses: (name: string, type?: string) =>
		type ? `Property "${name}" was not a text or number` : `Property "${name}" does not exist`,
	says: (message: string) => ({ status: 'error', message, correlationId: 'none' }),
};

const bodySchema = z.object({ properties: z.array(rowSchema) });

/**
 * HubSpot's contacts API, version 1, of which its node uses what creates or updates by email.
 *
 * https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/v1
 * https://legacydocs.hubspot.com/docs/methods/contacts/get_contacts
 * https://legacydocs.hubspot.com/docs/methods/contacts/create_or_update
 */
export const hubspotContacts: StandIn = {
	...SAME,
	crm: 'HubSpot contacts',
	fields: {
		email: property('email'),
		company: property('company'),
		firstname: property(),
		lastname: property('contact'),
		phone: property('phone'),
		city: property('city'),
		active: property(),
	},
	ofColleagues: { firstname: 'Kim' },
	routes(contacts) {
		const path = '/api.hubapi.com/contacts/v1';
		const byDefault = 'firstname,lastname,company,lastmodifieddate';
		return {
			[`GET ${path}/lists/all/contacts/all`]({ query }) {
				const { count = '20', vidOffset = '0', property: names = byDefault } = query;
				const after = pageAfter(contacts, vidOffset, Math.min(Number(count), 100));
				const page = after.page.map(({ id, values }) => ({
					...{ vid: Number(id), 'canonical-vid': Number(id), 'is-contact': true },
					...{ properties: propertiesOf(values, names), 'identity-profiles': [] },
				}));
				return { contacts: page, 'has-more': after.hasMore, 'vid-offset': after.last };
			},
			[`POST ${path}/contact/createOrUpdate/email/:id`]({ params, body }) {
				const values = valuesIn(body, 'property');
				const email = params.id.toLowerCase();
				const known = contacts.all().find((record) => record.values.email === email);
				const { id } = known
					? contacts.update(known.id, values)
					: contacts.create({ ...values, email });
				return { vid: Number(id), isNew: !known };
			},
		};
	},
};

/**
 * HubSpot's companies API, version 2.
 *
 * https://legacydocs.hubspot.com/docs/methods/companies/get-all-companies
 * https://legacydocs.hubspot.com/docs/methods/companies/update_company
 */
export const hubspotCompanies: StandIn = {
	...SAME,
	crm: 'HubSpot companies',
	fields: {
		customer_code: property('code'),
		name: property('company'),
		domain: property(),
		phone: property('phone'),
		city: property('city'),
		active: property(),
	},
	ofColleagues: { domain: 'example.com' },
	routes(contacts) {
		const path = '/api.hubapi.com/companies/v2/companies';
		const all = Object.keys(hubspotCompanies.fields).join();
		const shown = ({ id, values }: Contact, names = all) => {
			const properties = propertiesOf(values, names);
			return { portalId: 1, companyId: Number(id), isDeleted: false, properties };
		};
		return {
			[`GET ${path}/paged`]({ query: { limit = '100', offset = '0', properties = '' } }) {
				const { page, hasMore, last } = pageAfter(contacts, offset, Math.min(Number(limit), 250));
				const companies = page.map((company) => shown(company, properties));
				return { companies, 'has-more': hasMore, offset: last };
			},
			[`POST ${path}`]: ({ body }) => shown(contacts.create(valuesIn(body, 'name'))),
			[`PUT ${path}/:id`]: ({ params: { id }, body }) =>
				shown(contacts.update(id, valuesIn(body, 'name'))),
		};
	},
};

/** The records after an ID, which is that of the last one before. */
function pageAfter(contacts: Contacts, id: string, size: number) {
	const from = contacts.all().findLastIndex((record) => Number(record.id) <= Number(id)) + 1;
	const { page, next } = contacts.page(from, size);
	return { page, hasMore: next !== undefined, last: Number(page.at(-1)?.id ?? id) };
}

/** Only what was asked for, as far as it was ever filled. */
function propertiesOf(values: Row, names: string) {
	const asked = names.split(',').filter((name) => (values[name] ?? null) !== null);
	return Object.fromEntries(asked.map((name) => [name, { value: values[name] }]));
}

/** The values by the names of their properties. @param name where these names stand */
function valuesIn(body: unknown, name: 'name' | 'property'): Row {
	const { properties } = bodySchema.parse(body);
	return Object.fromEntries(properties.map((one) => [one[name], one.value]));
}
