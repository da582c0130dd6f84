import type { Contact } from './contacts.mts';
import { number, text } from './fields.mts';
import { rowSchema, type StandIn } from './standIn.mts';

const VIEW = '402000000001';
const STATUS = { active: 4, removed: 5 };
const PAGE = 25;

/**
 * Freshworks CRM's API, for contacts.
 *
 * https://developers.freshworks.com/crm/api/#list_all_contacts
 * https://developers.freshworks.com/crm/api/#create_contact
 * https://developers.freshworks.com/crm/api/#update_a_contact
 */
export const freshworks: StandIn = {
	crm: 'Freshworks CRM',
	credential: { apiKey: 'none', domain: 'example' },
	chosen: {
		view: VIEW,
		// The node that marks somebody has no other field.
		contact_status_id: (fields) =>
			Object.keys(fields).length > 1 ? STATUS.active : STATUS.removed,
	},
	fields: {
		external_id: text('code'),
		first_name: text('contact'),
		last_name: text('company'),
		emails: text('email'),
		work_number: text('phone'),
		city: text('city'),
		address: text(),
		contact_status_id: number(),
	},
	marks: {
		active: { contact_status_id: STATUS.active },
		removed: { contact_status_id: STATUS.removed },
	},
	ofColleagues: { address: 'Market Square 1' },
	refuses: (name, type) => (type ? `${name} should be a ${type}` : `Unpermitted parameter ${name}`),
	says: (message) => ({ errors: { code: 400, message: [message] } }),
	routes(contacts) {
		const path = '/example.myfreshworks.com/crm/sales/api/contacts';
		return {
			[`GET ${path}/view/${VIEW}`]({ query: { page: nth = '1' } }) {
				const { page, total } = contacts.page(PAGE * (Number(nth) - 1), PAGE);
				const meta = { total_pages: Math.ceil(total / PAGE), total };
				return { contacts: page.map(shown), meta };
			},
			[`POST ${path}`]: ({ body }) => ({
				contact: shown(contacts.create(rowSchema.parse(body))),
			}),
			[`PUT ${path}/:id`]: ({ params: { id }, body }) => ({
				contact: shown(contacts.update(id, rowSchema.parse(body))),
			}),
		};
	},
};

function shown({ id, values: { emails: email, ...values } }: Contact) {
	return { id: Number(id), email, ...values };
}
