import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { withText } from '../scene.mts';
import { Refusal } from './contacts.mts';
import type { StandIn } from './standIn.mts';

const BASE = 'appStandIn00000001';
const TABLE = 'tblStandIn00000001';
const TYPES: Record<string, string> = {
	code: 'singleLineText',
	company: 'singleLineText',
	contact: 'singleLineText',
	email: 'singleLineText',
	phone: 'singleLineText',
	city: 'singleLineText',
	creditLimit: 'singleLineText',
	active: 'checkbox',
	notes: 'multilineText',
};

const fieldsSchema = z.record(z.unknown());
const createSchema = z.object({ fields: fieldsSchema, typecast: z.boolean().default(false) });
const updateSchema = z.object({
	records: z.array(z.object({ id: z.string(), fields: fieldsSchema })).max(10),
	typecast: z.boolean().default(false),
});
const CREATED = { createdTime: '2026-01-01T00:00:00.000Z' };

/**
 * Airtable's Web API.
 *
 * https://airtable.com/developers/web/api/list-records
 * https://airtable.com/developers/web/api/update-multiple-records
 * https://airtable.com/developers/web/api/field-model
 */
export const airtable: StandIn = {
	crm: 'Airtable',
	credential: { accessToken: 'none' },
	fields: {
		code: 'code',
		company: 'company',
		contact: 'contact',
		email: 'email',
		phone: 'phone',
		city: 'city',
		creditLimit: 'creditLimit',
	},
	marks: { active: { active: true }, removed: { active: false } },
	ofColleagues: { notes: 'Call back' },
	idOf: (nth) => `rec${String(nth).padStart(14, '0')}`,
	choose: (drawing) =>
		withText(drawing, (text) =>
			text.replace(/("(base|table)":\{[^}]*"value":)""/g, (_, before: string, what: string) => {
				return `${before}"${what === 'base' ? BASE : TABLE}"`;
			}),
		),
	says: (message) => ({ error: { type: 'INVALID_VALUE_FOR_COLUMN', message } }),
	serve(app, contacts) {
		const path = `/api.airtable.com/v0/${BASE}/${TABLE}`;
		app.get<{ Querystring: { pageSize?: string; offset?: string } }>(path, async ({ query }) => {
			const { pageSize = '100', offset = '0' } = query;
			const all = contacts.all();
			const end = Number(offset) + Math.min(Number(pageSize), 100);
			const records = all.slice(Number(offset), end).map(({ id, values }) => {
				return { id, ...CREATED, fields: filled(values) };
			});
			return { records, ...(end < all.length && { offset: String(end) }) };
		});
		app.post(path, async ({ body }) => {
			const { fields, typecast } = createSchema.parse(body);
			const id = contacts.create(taken(fields, typecast));
			return { id, ...CREATED, fields: filled(contacts.records.get(id) ?? {}) };
		});
		app.patch(path, async ({ body }) => {
			const { records, typecast } = updateSchema.parse(body);
			for (const { id, fields } of records) contacts.update(id, taken(fields, typecast));
			return {
				records: records.map(({ id }) => {
					return { id, ...CREATED, fields: filled(contacts.records.get(id) ?? {}) };
				}),
			};
		});
	},
};

/** Cells that are empty, or not ticked, are left out. */
function filled(values: Row): Row {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => Boolean(value)));
}

/** The values as the table keeps them. @throws Refusal for a type that the column does not have */
function taken(fields: Row, typecast: boolean): Row {
	const values = Object.entries(fields).map(([name, value]) => {
		const type = TYPES[name];
		if (!type) throw new Refusal(`Unknown field name: "${name}"`, 422);
		const isFit = type === 'checkbox' ? typeof value === 'boolean' : typeof value === 'string';
		if (isFit || value === null) return [name, value];
		if (typecast && type !== 'checkbox') return [name, String(value)];
		throw new Refusal(`Field "${name}" cannot accept the provided value`, 422);
	});
	return Object.fromEntries(values);
}
