import { z } from 'zod';
import { Refusal } from './contacts.mts';
import type { StandIn } from './standIn.mts';

const CHARS = ['ref', 'name', 'email', 'phone', 'city', 'street'];
const BOOLEANS = ['x_customer_active'];

const searchSchema = z.object({
	domain: z.array(z.unknown()),
	fields: z.array(z.string()),
	offset: z.number().default(0),
	limit: z.number().optional(),
});
const valuesSchema = z.record(z.unknown());
const createSchema = z.object({ vals_list: z.array(valuesSchema) });
const writeSchema = z.object({ ids: z.array(z.number()), vals: valuesSchema });

/**
 * Odoo 19's external JSON-2 API, for contacts (`res.partner`).
 *
 * https://www.odoo.com/documentation/19.0/developer/reference/external_api.html
 * https://www.odoo.com/documentation/19.0/developer/reference/backend/orm.html
 */
export const odoo: StandIn = {
	crm: 'Odoo',
	credential: { url: 'https://odoo.example.com', db: 'odoo', apiKey: 'none' },
	fields: { code: 'ref', company: 'name', email: 'email', phone: 'phone', city: 'city' },
	marks: { active: { x_customer_active: true }, removed: { x_customer_active: false } },
	ofColleagues: { street: 'Market Square 1' },
	says: (message) => ({ name: 'odoo.exceptions.ValidationError', message, arguments: [message] }),
	serve(app, contacts) {
		const path = '/odoo.example.com/json/2/res.partner';
		app.post(`${path}/search_read`, async ({ body }) => {
			const { fields, offset, limit } = searchSchema.parse(body);
			const all = contacts.all().slice(offset, limit && offset + limit);
			return all.map(({ id, values }) => ({
				id: Number(id),
				// What is empty is false, whatever its type.
				...Object.fromEntries(fields.map((name) => [name, values[name] ?? false])),
			}));
		});
		app.post(`${path}/create`, async ({ body }) =>
			createSchema.parse(body).vals_list.map((values) => Number(contacts.create(taken(values)))),
		);
		app.post(`${path}/write`, async ({ body }) => {
			const { ids, vals } = writeSchema.parse(body);
			for (const id of ids) contacts.update(String(id), taken(vals));
			return true;
		});
	},
};

/** The ORM turns whatever it gets into the type of the field; false and null empty a text. */
function taken(values: Record<string, unknown>) {
	const entries = Object.entries(values).map(([name, value]) => {
		if (BOOLEANS.includes(name)) return [name, Boolean(value)];
		if (!CHARS.includes(name)) {
			throw new Refusal(`Invalid field '${name}' on model 'res.partner'`, 422);
		}
		return [name, value === false || value === null ? null : String(value)];
	});
	return Object.fromEntries(entries);
}
