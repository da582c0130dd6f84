import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { Refusal, type Contact } from './contacts.mts';
import { checkbox, number, ownColumns, text, textFrom } from './fields.mts';
import { rowSchema, type StandIn } from './standIn.mts';

const ADDRESS = 'https://strapi.example.com';
const MAX_PAGE_SIZE = 100;
const EMAIL = /^([^\s@]+@[^\s@]+)?$/;

const NOW = '2026-01-01T00:00:00.000Z';
const DATES = { createdAt: NOW, updatedAt: NOW, publishedAt: NOW };

const bodySchema = z.object({ data: rowSchema });

/**
 * The REST API of Strapi 5, with a collection type of contacts. A value has to be of exactly the attribute's type.
 *
 * https://docs.strapi.io/cms/api/rest
 * https://docs.strapi.io/cms/api/rest/sort-pagination
 * https://docs.strapi.io/cms/error-handling
 */
export const strapi: StandIn = {
	crm: 'Strapi',
	// Of its versions, n8n's node knows 3 and 4.
	credential: { apiToken: 'none', url: ADDRESS, apiVersion: 'v4' },
	...ownColumns(text, {
		email: { ...textFrom(z.string().regex(EMAIL).nullable())('email'), type: 'email' },
		creditLimit: number('creditLimit'),
		active: { ...checkbox(), empty: null },
	}),
	marks: { active: { active: true }, removed: { active: false } },
	idOf: (nth) => nth.toString(36).padStart(24, 'a'),
	checksEmails: true,
	refuses: (name, type) => (type ? `${name} must be a valid ${type}` : `Invalid key ${name}`),
	says: (message) => ({
		data: null,
		error: { status: 400, name: 'ValidationError', message, details: { errors: [] } },
	}),
	routes(contacts) {
		const path = `/${ADDRESS.replace('https://', '')}/api/contacts`;
		const assertUnique = ({ code }: Row, own?: string) => {
			const isTaken = contacts.all().some(({ id, values }) => id !== own && values.code === code);
			if (code && isTaken) throw new Refusal('This attribute must be unique');
		};
		return {
			[`GET ${path}`]({ query }) {
				const page = Number(query['pagination[page]'] ?? 1);
				const pageSize = Math.min(Number(query['pagination[pageSize]'] ?? 25), MAX_PAGE_SIZE);
				const from = (page - 1) * pageSize;
				const { page: found, total } = contacts.page(from, pageSize);
				const pagination = { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
				return { data: found.map((one, index) => shown(one, from + index)), meta: { pagination } };
			},
			[`POST ${path}`]({ body }) {
				const { data } = bodySchema.parse(body);
				assertUnique(data);
				return { data: shown(contacts.create(data)), meta: {} };
			},
			[`PUT ${path}/:id`]({ params: { id }, body }) {
				const { data } = bodySchema.parse(body);
				assertUnique(data, id);
				return { data: shown(contacts.update(id, data)), meta: {} };
			},
		};
	},
};

function shown({ id: documentId, values }: Contact, index = 0) {
	return { id: index + 1, documentId, ...values, ...DATES };
}
