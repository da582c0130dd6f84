import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { withText } from '../withText.mts';
import type { StandIn } from './standIn.mts';
import { checkTypes, type Types } from './types.mts';

const VIEW = '402000000001';
const STATUS = { active: 4, removed: 5 };
const PAGE = 25;

const TYPES: Types = {
	external_id: 'text',
	first_name: 'text',
	last_name: 'text',
	emails: 'text',
	work_number: 'text',
	city: 'text',
	address: 'text',
	contact_status_id: 'number',
};

const bodySchema = z.record(z.unknown());

const REFUSED = {
	unknown: (name: string) => `Unpermitted parameter ${name}`,
	wrong: (name: string, type: string) => `${name} should be a ${type}`,
};

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
	fields: {
		code: 'external_id',
		company: 'last_name',
		contact: 'first_name',
		email: 'emails',
		phone: 'work_number',
		city: 'city',
	},
	marks: {
		active: { contact_status_id: STATUS.active },
		removed: { contact_status_id: STATUS.removed },
	},
	ofColleagues: { address: 'Market Square 1' },
	choose(drawing) {
		const chosen = (status: number) => (text: string) =>
			text.replace('"contact_status_id":""', `"contact_status_id":${status}`);
		const active = withText(drawing, chosen(STATUS.active), 'Create in CRM', 'Update in CRM');
		const all = withText(active, chosen(STATUS.removed), 'Mark inactive');
		return withText(all, (text) => text.replace('"view":""', `"view":"${VIEW}"`), 'Read the CRM');
	},
	says: (message) => ({ errors: { code: 400, message: [message] } }),
	serve(app, contacts) {
		const path = '/example.myfreshworks.com/crm/sales/api/contacts';
		const shown = (id: string) => {
			const { emails: email = null, ...values } = contacts.records.get(id) ?? {};
			const names = Object.keys(TYPES).filter((name) => name !== 'emails');
			const fields = names.map((name) => [name, values[name] ?? null]);
			return { id: Number(id), email, ...Object.fromEntries(fields) };
		};
		interface Page {
			Querystring: { page?: string };
		}
		app.get<Page>(`${path}/view/${VIEW}`, async ({ query: { page = '1' } }) => {
			const ids = [...contacts.records.keys()];
			const end = Number(page) * PAGE;
			const meta = { total_pages: Math.ceil(ids.length / PAGE), total: ids.length };
			return { contacts: ids.slice(end - PAGE, end).map(shown), meta };
		});
		app.post(path, async ({ body }) => ({ contact: shown(contacts.create(taken(body))) }));
		app.put<{ Params: { id: string } }>(`${path}/:id`, async ({ params: { id }, body }) => {
			contacts.update(id, taken(body));
			return { contact: shown(id) };
		});
	},
};

function taken(body: unknown): Row {
	const values = bodySchema.parse(body);
	checkTypes(values, TYPES, REFUSED);
	return values;
}
