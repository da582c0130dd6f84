import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { Refusal } from './contacts.mts';
import { OWN_COLUMNS, type StandIn } from './standIn.mts';
import { checkTypes, ownTypes } from './types.mts';

const ADDRESS = 'https://strapi.example.com';
const MAX_PAGE_SIZE = 100;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The attributes of its collection type. */
const ATTRIBUTES = ownTypes('number');
const EMPTY = Object.fromEntries(Object.keys(ATTRIBUTES).map((name) => [name, null]));
const NOW = '2026-01-01T00:00:00.000Z';
const DATES = { createdAt: NOW, updatedAt: NOW, publishedAt: NOW };

const bodySchema = z.object({ data: z.record(z.unknown()) });

interface Page {
	Querystring: { 'pagination[page]'?: string; 'pagination[pageSize]'?: string };
}

/**
 * The REST API of Strapi 5, with a collection type of contacts.
 *
 * https://docs.strapi.io/cms/api/rest
 * https://docs.strapi.io/cms/api/rest/sort-pagination
 * https://docs.strapi.io/cms/error-handling
 */
export const strapi: StandIn = {
	crm: 'Strapi',
	// Of its versions, n8n's node knows 3 and 4.
	credential: { apiToken: 'none', url: ADDRESS, apiVersion: 'v4' },
	...OWN_COLUMNS,
	marks: { active: { active: true }, removed: { active: false } },
	idOf: (nth) => nth.toString(36).padStart(24, 'a'),
	checksEmails: true,
	says: (message) => ({
		data: null,
		error: { status: 400, name: 'ValidationError', message, details: { errors: [] } },
	}),
	serve(app, contacts) {
		const path = `/${ADDRESS.replace('https://', '')}/api/contacts`;
		const shown = (documentId: string, index = 0) => {
			const values = contacts.records.get(documentId);
			return { id: index + 1, documentId, ...EMPTY, ...values, ...DATES };
		};
		const assertUnique = ({ code }: Row, own?: string) => {
			const isTaken = contacts.all().some(({ id, values }) => id !== own && values.code === code);
			if (code && isTaken) throw new Refusal('This attribute must be unique');
		};
		app.get<Page>(path, async ({ query }) => {
			const page = Number(query['pagination[page]'] ?? 1);
			const pageSize = Math.min(Number(query['pagination[pageSize]'] ?? 25), MAX_PAGE_SIZE);
			const all = contacts.all().map(({ id }, index) => shown(id, index));
			const { length: total } = all;
			const pagination = { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
			return { data: all.slice((page - 1) * pageSize, page * pageSize), meta: { pagination } };
		});
		app.post(path, async ({ body }) => {
			const values = taken(body);
			assertUnique(values);
			return { data: shown(contacts.create(values)), meta: {} };
		});
		app.put<{ Params: { documentId: string } }>(`${path}/:documentId`, async ({ params, body }) => {
			const { documentId } = params;
			const values = taken(body);
			assertUnique(values, documentId);
			contacts.update(documentId, values);
			return { data: shown(documentId), meta: {} };
		});
	},
};

/** The values as the collection keeps them: of exactly the attribute's type. @throws Refusal */
function taken(body: unknown): Row {
	const { data } = bodySchema.parse(body);
	checkTypes(data, ATTRIBUTES, {
		unknown: (name) => `Invalid key ${name}`,
		wrong: (name, type) => `${name} must be a \`${type === 'text' ? 'string' : type}\` type`,
	});
	if (data.email && !EMAIL.test(String(data.email))) {
		throw new Refusal('email must be a valid email');
	}
	return data;
}
