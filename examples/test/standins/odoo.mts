import { z } from 'zod';
import { textFrom } from './fields.mts';
import { rowSchema, type StandIn } from './standIn.mts';

/** The ORM turns whatever it gets into the type of the field; false and null empty a text. */
const char = textFrom(
	z.unknown().transform((value) => (value === false || value === null ? null : String(value))),
);

const searchSchema = z.object({
	domain: z.array(z.unknown()),
	fields: z.array(z.string()),
	offset: z.number().default(0),
	limit: z.number().default(Infinity),
});
const createSchema = z.object({ vals_list: z.array(rowSchema) });
const writeSchema = z.object({ ids: z.array(z.number()), vals: rowSchema });

/**
 * Odoo 19's external JSON-2 API, for contacts (`res.partner`).
 *
 * https://www.odoo.com/documentation/19.0/developer/reference/external_api.html
 * https://www.odoo.com/documentation/19.0/developer/reference/backend/orm.html
 * https://github.com/odoo/odoo/blob/19.0/odoo/orm/models.py (`write` leaves `id` out)
 */
export const odoo: StandIn = {
	crm: 'Odoo',
	credential: { url: 'https://odoo.example.com', db: 'odoo', apiKey: 'none' },
	fields: {
		ref: char('code'),
		name: char('company'),
		email: char('email'),
		phone: char('phone'),
		city: char('city'),
		street: char(),
		x_customer_active: { type: 'boolean', takes: z.unknown().transform(Boolean) },
	},
	marks: { active: { x_customer_active: true }, removed: { x_customer_active: false } },
	ofColleagues: { street: 'Market Square 1' },
	refuses: (name) => `Invalid field '${name}' on model 'res.partner'`,
	says: (message) => ({ name: 'odoo.exceptions.ValidationError', message, arguments: [message] }),
	status: 422,
	routes(contacts) {
		const path = '/odoo.example.com/json/2/res.partner';
		return {
			[`POST ${path}/search_read`]({ body }) {
				const { fields, offset, limit } = searchSchema.parse(body);
				return contacts.page(offset, limit).page.map(({ id, values }) => ({
					id: Number(id),
					// What is empty is false, whatever its type.
					...Object.fromEntries(fields.map((name) => [name, values[name] ?? false])),
				}));
			},
			[`POST ${path}/create`]: ({ body }) =>
				createSchema.parse(body).vals_list.map((values) => Number(contacts.create(values).id)),
			[`POST ${path}/write`]({ body }) {
				const { ids, vals } = writeSchema.parse(body);
				const { id: _id, ...values } = vals;
				for (const id of ids) contacts.update(String(id), values);
				return true;
			},
		};
	},
};
