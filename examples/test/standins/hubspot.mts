import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { Refusal, type Contacts } from './contacts.mts';
import type { StandIn } from './standIn.mts';
import { checkTypes, type Types } from './types.mts';

const TEXT = 'text' as const;
const SHARED: Types = { phone: TEXT, city: TEXT, active: TEXT };
const OF_CONTACTS: Types = {
	...SHARED,
	email: TEXT,
	company: TEXT,
	firstname: TEXT,
	lastname: TEXT,
};
const OF_COMPANIES: Types = { ...SHARED, customer_code: TEXT, name: TEXT, domain: TEXT };

const REFUSED = {
	unknown: (name: string) => `Property "${name}" does not exist`,
	wrong: (name: string) => `Property "${name}" was not a text or number`,
};

const contactSchema = z.object({
	properties: z.array(z.object({ property: z.string(), value: z.unknown() })),
});
const companySchema = z.object({
	properties: z.array(z.object({ name: z.string(), value: z.unknown() })),
});

type Wanted = string | string[] | undefined;

const SAME = {
	credential: { appToken: 'none' },
	marks: { active: { active: 'true' }, removed: { active: 'false' } },
	says: (message: string) => ({ status: 'error', message, correlationId: 'none' }),
};

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
		email: 'email',
		company: 'company',
		contact: 'lastname',
		phone: 'phone',
		city: 'city',
	},
	ofColleagues: { firstname: 'Kim' },
	serve(app, contacts) {
		const path = '/api.hubapi.com/contacts/v1';
		interface Page {
			Querystring: { count?: string; vidOffset?: string; property?: Wanted };
		}
		app.get<Page>(`${path}/lists/all/contacts/all`, async ({ query }) => {
			const { count = '20', vidOffset = '0', property } = query;
			const page = pageOf(contacts, Number(vidOffset), Math.min(Number(count), 100));
			const names = property ?? ['firstname', 'lastname', 'company', 'lastmodifieddate'];
			return {
				contacts: page.records.map(({ id, values }) => ({
					vid: Number(id),
					'canonical-vid': Number(id),
					'is-contact': true,
					properties: propertiesOf(values, names),
					'identity-profiles': [],
				})),
				'has-more': page.hasMore,
				'vid-offset': page.last,
			};
		});
		interface Upsert {
			Params: { email: string };
		}
		app.post<Upsert>(`${path}/contact/createOrUpdate/email/:email`, async ({ params, body }) => {
			const { properties } = contactSchema.parse(body);
			const values = textsOf(properties.map((one) => [one.property, one.value]));
			checkTypes(values, OF_CONTACTS, REFUSED);
			const email = params.email.toLowerCase();
			const known = contacts.all().find((record) => record.values.email === email);
			if (known) contacts.update(known.id, values);
			const id = known?.id ?? contacts.create({ ...values, email });
			return { vid: Number(id), isNew: !known };
		});
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
	fields: { code: 'customer_code', company: 'name', phone: 'phone', city: 'city' },
	ofColleagues: { domain: 'example.com' },
	serve(app, contacts) {
		const path = '/api.hubapi.com/companies/v2/companies';
		const shown = (id: string, names: Wanted) => {
			const properties = propertiesOf(contacts.records.get(id) ?? {}, names ?? []);
			return { portalId: 1, companyId: Number(id), isDeleted: false, properties };
		};
		interface Page {
			Querystring: { limit?: string; offset?: string; properties?: Wanted };
		}
		app.get<Page>(`${path}/paged`, async ({ query }) => {
			const { limit = '100', offset = '0', properties } = query;
			const page = pageOf(contacts, Number(offset), Math.min(Number(limit), 250));
			const companies = page.records.map(({ id }) => shown(id, properties));
			return { companies, 'has-more': page.hasMore, offset: page.last };
		});
		app.post(path, async ({ body }) => {
			const id = contacts.create(companyIn(body));
			return shown(id, Object.keys(OF_COMPANIES));
		});
		app.put<{ Params: { id: string } }>(`${path}/:id`, async ({ params: { id }, body }) => {
			contacts.update(id, companyIn(body));
			return shown(id, Object.keys(OF_COMPANIES));
		});
	},
};

/** The records after an ID. */
function pageOf(contacts: Contacts, after: number, size: number) {
	const left = contacts.all().filter(({ id }) => Number(id) > after);
	const records = left.slice(0, size);
	return { records, hasMore: left.length > size, last: Number(records.at(-1)?.id ?? after) };
}

/** Only what was asked for, as far as it was ever filled. */
function propertiesOf(values: Row, names: string | string[]) {
	const asked = [names].flat().filter((name) => name in values);
	return Object.fromEntries(asked.map((name) => [name, { value: values[name] }]));
}

function companyIn(body: unknown): Row {
	const { properties } = companySchema.parse(body);
	const values = textsOf(properties.map(({ name, value }) => [name, value]));
	checkTypes(values, OF_COMPANIES, REFUSED);
	return values;
}

/** HubSpot keeps each value as text, and takes an empty one, not null, to clear it. */
function textsOf(values: Array<[string, unknown]>): Row {
	const texts = values.map(([name, value]) => {
		if (value === null) throw new Refusal(REFUSED.wrong(name));
		return [name, typeof value === 'number' ? String(value) : value];
	});
	return Object.fromEntries(texts);
}
