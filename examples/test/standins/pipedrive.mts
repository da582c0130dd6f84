import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Contact } from './contacts.mts';
import { text } from './fields.mts';
import { Answer, rowSchema, type StandIn } from './standIn.mts';

/** The keys that Pipedrive gives to fields of one's own, and their names. */
const CUSTOM: Record<string, string> = {
	'9f3c1e0a7b2d4c5e8f6a1b3c5d7e9f0a2b4c6d8e': 'Customer code',
	'0a1b2c3d4e5f60718293a4b5c6d7e8f901234567': 'Customer status',
	'5e4d3c2b1a09f8e7d6c5b4a3928170605040302f': 'Notes',
};

const bodySchema = z
	.object({ name: z.unknown().optional(), custom_fields: rowSchema.default({}) })
	.strict();

/**
 * Pipedrive's API, version 2, for organizations. It is strict about types.
 *
 * https://developers.pipedrive.com/docs/api/v1/Organizations
 * https://pipedrive.readme.io/docs/pipedrive-api-v2-migration-guide
 */
export const pipedrive: StandIn = {
	crm: 'Pipedrive',
	credential: { apiToken: 'none' },
	fields: {
		name: text('company'),
		'Customer code': text('code'),
		'Customer status': text(),
		Notes: text(),
	},
	marks: {
		active: { 'Customer status': 'customer' },
		removed: { 'Customer status': 'removed' },
	},
	ofColleagues: { Notes: 'Call back' },
	refuses: (name, type) => {
		const reason = type ? `Expected '${type}' in '${name}'` : `'${name}' is not allowed`;
		return `Validation failed: custom_fields: ${reason}`;
	},
	says: (error) => ({ success: false, error, code: 'ERR_SCHEMA_VALIDATION_FAILED' }),
	routes(contacts) {
		const path = '/api.pipedrive.com/api/v2';
		return {
			[`GET ${path}/organizationFields`]() {
				const data = Object.entries({ name: 'Name', ...CUSTOM }).map(([field_code, field_name]) => {
					return { field_code, field_name, field_type: 'varchar', options: null };
				});
				return { success: true, data, additional_data: { next_cursor: null } };
			},
			[`GET ${path}/organizations`]({ query: { limit = '100', cursor = '0' } }) {
				const { page, next } = contacts.page(Number(cursor), Math.min(Number(limit), 500));
				const additional_data = { next_cursor: next?.toString() ?? null };
				return { success: true, data: page.map(shown), additional_data };
			},
			[`POST ${path}/organizations`]({ body }) {
				const data = shown(contacts.create(named(body)));
				return new Answer(201, { success: true, data });
			},
			[`PATCH ${path}/organizations/:id`]: ({ params: { id }, body }) => ({
				success: true,
				data: shown(contacts.update(id, named(body))),
			}),
		};
	},
};

function shown({ id, values }: Contact) {
	const custom = Object.entries(CUSTOM).map(([key, name]) => [key, values[name]]);
	return { id: Number(id), name: values.name, custom_fields: Object.fromEntries(custom) };
}

/** The values by the names of their fields. */
function named(body: unknown): Row {
	const { custom_fields, ...own } = bodySchema.parse(body);
	const custom = Object.entries(custom_fields).map(([key, value]) => [CUSTOM[key] ?? key, value]);
	return { ...own, ...Object.fromEntries(custom) };
}
