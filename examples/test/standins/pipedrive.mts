import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { StandIn } from './standIn.mts';
import { checkTypes, type Types } from './types.mts';

/** The keys that Pipedrive gives to fields of one's own, and their names. */
const CUSTOM: Record<string, string> = {
	'9f3c1e0a7b2d4c5e8f6a1b3c5d7e9f0a2b4c6d8e': 'Customer code',
	'0a1b2c3d4e5f60718293a4b5c6d7e8f901234567': 'Customer status',
	'5e4d3c2b1a09f8e7d6c5b4a3928170605040302f': 'Notes',
};
const TYPES: Types = Object.fromEntries(
	['name', ...Object.values(CUSTOM)].map((name) => [name, 'text' as const]),
);

const bodySchema = z
	.object({ name: z.unknown().optional(), custom_fields: z.record(z.unknown()).optional() })
	.strict();

/** Beside the name of the field, it says which type it expected. */
const REFUSED = {
	unknown: (name: string) => `Validation failed: custom_fields: '${name}' is not allowed`,
	wrong: (name: string) => `Validation failed: custom_fields: Expected 'string' in '${name}'`,
};

/**
 * Pipedrive's API, version 2, for organizations. It is strict about types.
 *
 * https://developers.pipedrive.com/docs/api/v1/Organizations
 * https://pipedrive.readme.io/docs/pipedrive-api-v2-migration-guide
 */
export const pipedrive: StandIn = {
	crm: 'Pipedrive',
	credential: { apiToken: 'none' },
	fields: { code: 'Customer code', company: 'name' },
	marks: {
		active: { 'Customer status': 'customer' },
		removed: { 'Customer status': 'removed' },
	},
	ofColleagues: { Notes: 'Call back' },
	says: (error) => ({ success: false, error, code: 'ERR_SCHEMA_VALIDATION_FAILED' }),
	serve(app, contacts) {
		const path = '/api.pipedrive.com/api/v2';
		const shown = (id: string) => {
			const values = contacts.records.get(id) ?? {};
			const custom = Object.entries(CUSTOM).map(([key, name]) => [key, values[name] ?? null]);
			return { id: Number(id), name: values.name, custom_fields: Object.fromEntries(custom) };
		};
		app.get(`${path}/organizationFields`, async () => {
			const own = Object.entries(CUSTOM).map(([field_code, field_name]) => {
				return { field_code, field_name, field_type: 'varchar', options: null };
			});
			const name = { field_code: 'name', field_name: 'Name', field_type: 'varchar', options: null };
			return { success: true, data: [name, ...own], additional_data: { next_cursor: null } };
		});
		interface Page {
			Querystring: { limit?: string; cursor?: string };
		}
		app.get<Page>(`${path}/organizations`, async ({ query: { limit = '100', cursor = '0' } }) => {
			const ids = [...contacts.records.keys()];
			const end = Number(cursor) + Math.min(Number(limit), 500);
			const next_cursor = end < ids.length ? String(end) : null;
			const data = ids.slice(Number(cursor), end).map(shown);
			return { success: true, data, additional_data: { next_cursor } };
		});
		app.post(`${path}/organizations`, async ({ body }, reply) => {
			const data = shown(contacts.create(taken(body)));
			return await reply.code(201).send({ success: true, data });
		});
		interface Patch {
			Params: { id: string };
		}
		app.patch<Patch>(`${path}/organizations/:id`, async ({ params: { id }, body }) => {
			contacts.update(id, taken(body));
			return { success: true, data: shown(id) };
		});
	},
};

function taken(body: unknown): Row {
	const { custom_fields: custom = {}, ...own } = bodySchema.parse(body);
	const entries = Object.entries(custom).map(([key, value]) => [CUSTOM[key] ?? key, value]);
	const values = { ...own, ...Object.fromEntries(entries) };
	checkTypes(values, TYPES, REFUSED);
	return values;
}
