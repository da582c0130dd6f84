import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { withText } from '../withText.mts';
import { Refusal } from './contacts.mts';
import type { StandIn } from './standIn.mts';

const DATA_SOURCE = '1a2b3c4d-0000-4000-8000-000000000001';

/** The properties of the database that somebody set up. */
const TYPES: Record<string, string> = {
	Name: 'title',
	Code: 'rich_text',
	Contact: 'rich_text',
	City: 'rich_text',
	Notes: 'rich_text',
	Email: 'email',
	Phone: 'phone_number',
	'Credit limit': 'number',
	Active: 'checkbox',
};

const textSchema = z
	.array(z.object({ text: z.object({ content: z.string().max(2000) }) }))
	.transform((parts) => parts.map(({ text }) => text.content).join(''));

/** What may stand in a property, by its type. */
const VALUES: Record<string, z.ZodType<unknown, z.ZodTypeDef, unknown>> = {
	title: textSchema,
	rich_text: textSchema,
	email: z.string().min(1).nullable(),
	phone_number: z.string().min(1).nullable(),
	number: z.number().nullable(),
	checkbox: z.boolean(),
};

const pageSchema = z.object({ properties: z.record(z.record(z.unknown())) });
const querySchema = z.object({
	page_size: z.number().max(100).default(100),
	start_cursor: z.string().optional(),
});

/**
 * Notion's API, version 2026-03-11: pages in a data source.
 *
 * https://developers.notion.com/reference/query-a-data-source
 * https://developers.notion.com/reference/page-property-values
 * https://developers.notion.com/reference/patch-page
 */
export const notion: StandIn = {
	crm: 'Notion',
	credential: { apiKey: 'none' },
	fields: {
		code: 'Code',
		company: 'Name',
		contact: 'Contact',
		email: 'Email',
		phone: 'Phone',
		city: 'City',
		creditLimit: 'Credit limit',
	},
	marks: { active: { Active: true }, removed: { Active: false } },
	ofColleagues: { Notes: 'Call back' },
	idOf: (nth) => `1a2b3c4d-0000-4000-8000-1${String(nth).padStart(11, '0')}`,
	choose: (drawing) =>
		withText(drawing, (text) =>
			text.replace(/("dataSourceId":\{[^}]*"value":)""/, `$1"${DATA_SOURCE}"`),
		),
	says: (message) => ({ object: 'error', status: 400, code: 'validation_error', message }),
	serve(app, contacts) {
		const path = '/api.notion.com/v1';
		const parent = { type: 'data_source_id', data_source_id: DATA_SOURCE };
		const shown = (id: string) => {
			const values = contacts.records.get(id) ?? {};
			const properties = Object.entries(TYPES).map(([name, type]) => [
				name,
				{ id: name, type, [type]: kept(type, values[name]) },
			]);
			const url = `https://www.notion.so/${id.replaceAll('-', '')}`;
			return { object: 'page', id, parent, url, properties: Object.fromEntries(properties) };
		};
		app.get(`${path}/data_sources/${DATA_SOURCE}`, async () => {
			const properties = Object.entries(TYPES).map(([name, type]) => {
				return [name, { id: name, name, type, [type]: {} }];
			});
			return {
				object: 'data_source',
				id: DATA_SOURCE,
				properties: Object.fromEntries(properties),
			};
		});
		app.post(`${path}/data_sources/${DATA_SOURCE}/query`, async ({ body }) => {
			const { page_size, start_cursor } = querySchema.parse(body ?? {});
			const ids = [...contacts.records.keys()];
			const from = start_cursor === undefined ? 0 : ids.indexOf(start_cursor);
			const next_cursor = ids[from + page_size] ?? null;
			const results = ids.slice(from, from + page_size).map(shown);
			return { object: 'list', results, next_cursor, has_more: next_cursor !== null };
		});
		app.post(`${path}/pages`, async ({ body }) => shown(contacts.create(taken(body))));
		app.patch<{ Params: { id: string } }>(`${path}/pages/:id`, async ({ params, body }) => {
			contacts.update(params.id, taken(body));
			return shown(params.id);
		});
	},
};

/** A property as it is read. */
function kept(type: string, value: unknown): unknown {
	if (type === 'checkbox') return value === true;
	if (type !== 'title' && type !== 'rich_text') return value ?? null;
	if (value === undefined || value === '') return [];
	return [{ type: 'text', text: { content: value, link: null }, plain_text: value }];
}

function taken(body: unknown): Row {
	const { properties } = pageSchema.parse(body);
	const entries = Object.entries(properties).map(([name, property]) => {
		const type = TYPES[name];
		if (type === undefined) throw new Refusal(`${name} is not a property that exists.`);
		const value = VALUES[type]?.safeParse(property[type]);
		if (!value?.success) throw new Refusal(`${name} is expected to be ${type}.`);
		return [name, value.data];
	});
	return Object.fromEntries(entries);
}
