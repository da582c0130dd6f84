import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { StandIn } from './standIn.mts';

/** The attributes of contacts that somebody set up, and one that Brevo has anyway. */
const TYPES: Record<string, string> = {
	COMPANY: 'string',
	CITY: 'string',
	LASTNAME: 'string',
	FIRSTNAME: 'string',
	ACTIVE: 'boolean',
};

const attributesSchema = z.record(z.unknown());
const createSchema = z.object({
	email: z.string(),
	attributes: attributesSchema.default({}),
	updateEnabled: z.boolean().default(false),
});
const updateSchema = z.object({ attributes: attributesSchema.default({}) }).strict();

/**
 * Brevo's contacts API.
 *
 * https://developers.brevo.com/reference/getcontacts-1
 * https://developers.brevo.com/reference/createcontact
 * https://developers.brevo.com/reference/updatecontact
 */
export const brevo: StandIn = {
	crm: 'Brevo',
	credential: { apiKey: 'none' },
	fields: { email: 'email', company: 'COMPANY', contact: 'LASTNAME', city: 'CITY' },
	marks: { active: { ACTIVE: true }, removed: { ACTIVE: false } },
	ofColleagues: { FIRSTNAME: 'Kim' },
	says: (message) => ({ code: 'invalid_parameter', message }),
	serve(app, contacts) {
		const path = '/api.brevo.com/v3/contacts';
		const idOf = (email: string) => {
			return contacts.all().find(({ values }) => values.email === email.toLowerCase())?.id;
		};
		interface Page {
			Querystring: { limit?: string; offset?: string };
		}
		app.get<Page>(path, async ({ query: { limit = '50', offset = '0' } }) => {
			const all = contacts.all();
			const end = Number(offset) + Math.min(Number(limit), 1000);
			const page = all.slice(Number(offset), end).map(({ id, values }) => {
				const { email, ...attributes } = values;
				return { id: Number(id), email, emailBlacklisted: false, listIds: [], attributes };
			});
			return { contacts: page, count: all.length };
		});
		app.post(path, async ({ body }, reply) => {
			const { email, attributes, updateEnabled } = createSchema.parse(body);
			const id = idOf(email);
			if (id === undefined) {
				const own = { email: email.toLowerCase() };
				const created = contacts.create({ ...own, ...attributes }, { ...own, ...fit(attributes) });
				return await reply.code(201).send({ id: Number(created) });
			}
			const known = { code: 'duplicate_parameter', message: 'Contact already exist' };
			if (!updateEnabled) return await reply.code(400).send(known);
			contacts.update(id, attributes, fit(attributes));
			return await reply.code(204).send();
		});
		app.put<{ Params: { email: string } }>(`${path}/:email`, async ({ params, body }, reply) => {
			const { attributes } = updateSchema.parse(body);
			contacts.update(idOf(params.email) ?? '', attributes, fit(attributes));
			return await reply.code(204).send();
		});
	},
};

/** What does not match the attribute's type is ignored. */
function fit(attributes: Row): Row {
	return Object.fromEntries(
		Object.entries(attributes).filter(([name, value]) => typeof value === TYPES[name]),
	);
}
