import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { ColumnName } from '../../../harness/workflow/rows.mts';
import type { Contact } from './contacts.mts';
import type { Field } from './fields.mts';
import type { StandIn } from './standIn.mts';

const DATA_SOURCE = '1a2b3c4d-0000-4000-8000-000000000001';

const textSchema = z
	.array(z.object({ text: z.object({ content: z.string().max(2000) }) }))
	.transform((parts) => parts.map(({ text }) => text.content).join(''));

/** What may stand in a property, by its type. */
const VALUES = {
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
	chosen: { dataSourceId: DATA_SOURCE },
	fields: {
		Name: property('title', 'company'),
		Code: property('rich_text', 'code'),
		Contact: property('rich_text', 'contact'),
		City: property('rich_text', 'city'),
		Notes: property('rich_text'),
		Email: property('email', 'email'),
		Phone: property('phone_number', 'phone'),
		'Credit limit': property('number', 'creditLimit'),
		Active: { ...property('checkbox'), empty: false },
	},
	marks: { active: { Active: true }, removed: { Active: false } },
	ofColleagues: { Notes: 'Call back' },
	idOf: (nth) => `1a2b3c4d-0000-4000-8000-1${String(nth).padStart(11, '0')}`,
	refuses: (name, type) =>
		type ? `${name} is expected to be ${type}.` : `${name} is not a property that exists.`,
	says: (message) => ({ object: 'error', status: 400, code: 'validation_error', message }),
	routes(contacts) {
		const path = '/api.notion.com/v1';
		const source = `${path}/data_sources/${DATA_SOURCE}`;
		return {
			[`GET ${source}`]: () => ({
				object: 'data_source',
				id: DATA_SOURCE,
				properties: properties((name, type) => ({ id: name, name, type, [type]: {} })),
			}),
			[`POST ${source}/query`]({ body }) {
				const { page_size, start_cursor } = querySchema.parse(body ?? {});
				const from = contacts.all().findIndex(({ id }) => id === start_cursor);
				const { page, next } = contacts.page(Math.max(from, 0), page_size);
				const next_cursor = next === undefined ? null : contacts.all()[next]?.id;
				return { object: 'list', results: page.map(shown), next_cursor, has_more: !!next };
			},
			[`POST ${path}/pages`]: ({ body }) => shown(contacts.create(taken(body))),
			[`PATCH ${path}/pages/:id`]: ({ params: { id }, body }) =>
				shown(contacts.update(id, taken(body))),
		};
	},
};

function property(type: keyof typeof VALUES, holds?: ColumnName): Field {
	return { type, takes: VALUES[type], holds };
}

function properties(shownAs: (name: string, type: string) => Row) {
	const all = Object.entries(notion.fields).map(([name, { type }]) => [name, shownAs(name, type)]);
	return Object.fromEntries(all);
}

function shown({ id, values }: Contact) {
	return {
		object: 'page',
		id,
		parent: { type: 'data_source_id', data_source_id: DATA_SOURCE },
		url: `https://www.notion.so/${id.replaceAll('-', '')}`,
		properties: properties((name, type) => ({ id: name, type, [type]: kept(type, values[name]) })),
	};
}

/** A property as it is read: text is a list of parts. */
function kept(type: string, value: unknown): unknown {
	if (type !== 'title' && type !== 'rich_text') return value;
	return value ? [{ type: 'text', text: { content: value, link: null }, plain_text: value }] : [];
}

/** What stands under the type of the property. */
function taken(body: unknown): Row {
	const sent = Object.entries(pageSchema.parse(body).properties);
	return Object.fromEntries(
		sent.map(([name, value]) => [name, value[notion.fields[name]?.type ?? '']]),
	);
}
