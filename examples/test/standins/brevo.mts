import { z } from 'zod';
import type { Contact } from './contacts.mts';
import { textFrom } from './fields.mts';
import { Answer, rowSchema, type StandIn } from './standIn.mts';

const attribute = textFrom(z.string());

const createSchema = z.object({
	email: z.string().toLowerCase(),
	attributes: rowSchema.default({}),
	updateEnabled: z.boolean().default(false),
});
const updateSchema = z.object({ attributes: rowSchema.default({}) }).strict();

/**
 * Brevo's contacts API. What does not match the attribute's type is ignored.
 *
 * https://developers.brevo.com/reference/getcontacts-1
 * https://developers.brevo.com/reference/createcontact
 * https://developers.brevo.com/reference/updatecontact
 */
export const brevo: StandIn = {
	crm: 'Brevo',
	credential: { apiKey: 'none' },
	fields: {
		email: attribute('email'),
		COMPANY: attribute('company'),
		CITY: attribute('city'),
		LASTNAME: attribute('contact'),
		FIRSTNAME: attribute(),
		ACTIVE: { type: 'boolean', takes: z.boolean() },
	},
	marks: { active: { ACTIVE: true }, removed: { ACTIVE: false } },
	ofColleagues: { FIRSTNAME: 'Kim' },
	says: (message) => ({ code: 'invalid_parameter', message }),
	routes(contacts) {
		const path = '/api.brevo.com/v3/contacts';
		const idOf = (email: string) => {
			return contacts.all().find(({ values }) => values.email === email.toLowerCase())?.id;
		};
		return {
			[`GET ${path}`]({ query: { limit = '50', offset = '0' } }) {
				const { page, total } = contacts.page(Number(offset), Math.min(Number(limit), 1000));
				return { contacts: page.map(shown), count: total };
			},
			[`POST ${path}`]({ body }) {
				const { email, attributes, updateEnabled } = createSchema.parse(body);
				const id = idOf(email);
				if (id === undefined) {
					return new Answer(201, { id: Number(contacts.create({ email, ...attributes }).id) });
				}
				const known = { code: 'duplicate_parameter', message: 'Contact already exist' };
				if (!updateEnabled) return new Answer(400, known);
				contacts.update(id, attributes);
				return new Answer(204);
			},
			[`PUT ${path}/:id`]({ params: { id: email }, body }) {
				contacts.update(idOf(email) ?? '', updateSchema.parse(body).attributes);
				return new Answer(204);
			},
		};
	},
};

/** What is empty is left out. */
function shown({ id, values }: Contact) {
	const filled = Object.entries(values).filter(([, value]) => value !== null);
	const { email, ...attributes } = Object.fromEntries(filled);
	return { id: Number(id), email, emailBlacklisted: false, listIds: [], attributes };
}
