import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { withText } from '../withText.mts';
import { OWN_COLUMNS, type StandIn } from './standIn.mts';
import { checkTypes, ownTypes } from './types.mts';

const PLACES: Record<string, string> = { base: 'appStandIn00000001', table: 'tblStandIn00000001' };

const TYPES = ownTypes('text');

const fieldsSchema = z.record(z.unknown());
const bodySchema = z.object({ fields: fieldsSchema, typecast: z.boolean().optional() });
const batchSchema = z.object({
	records: z.array(z.object({ id: z.string(), fields: fieldsSchema })).max(10),
	typecast: z.boolean().optional(),
});

const REFUSED = {
	unknown: (name: string) => `Unknown field name: "${name}"`,
	wrong: (name: string) => `Field "${name}" cannot accept the provided value`,
	status: 422,
};

/**
 * Airtable's Web API.
 *
 * https://airtable.com/developers/web/api/list-records
 * https://airtable.com/developers/web/api/create-records
 * https://airtable.com/developers/web/api/update-multiple-records
 */
export const airtable: StandIn = {
	crm: 'Airtable',
	credential: { accessToken: 'none' },
	...OWN_COLUMNS,
	marks: { active: { active: true }, removed: { active: false } },
	idOf: (nth) => `rec${String(nth).padStart(14, '0')}`,
	choose: (drawing) =>
		withText(drawing, (text) =>
			text.replace(/("(base|table)":\{[^}]*"value":)""/g, (_all, before: string, what: string) => {
				return `${before}"${PLACES[what]}"`;
			}),
		),
	says: (message) => ({ error: { type: 'INVALID_VALUE_FOR_COLUMN', message } }),
	serve(app, contacts) {
		const path = `/api.airtable.com/v0/${PLACES.base}/${PLACES.table}`;
		const shown = (id: string) => {
			const fields = filled(contacts.records.get(id) ?? {});
			return { id, createdTime: '2026-01-01T00:00:00.000Z', fields };
		};
		app.get<{ Querystring: { pageSize?: string; offset?: string } }>(path, async ({ query }) => {
			const { pageSize = '100', offset = '0' } = query;
			const ids = [...contacts.records.keys()];
			const end = Number(offset) + Math.min(Number(pageSize), 100);
			const records = ids.slice(Number(offset), end).map(shown);
			return { records, ...(end < ids.length && { offset: String(end) }) };
		});
		app.post(path, async ({ body }) => {
			const { fields, typecast } = bodySchema.parse(body);
			return shown(contacts.create(taken(fields, typecast)));
		});
		app.patch(path, async ({ body }) => {
			const { records, typecast } = batchSchema.parse(body);
			for (const { id, fields } of records) contacts.update(id, taken(fields, typecast));
			return { records: records.map(({ id }) => shown(id)) };
		});
	},
};

/** Cells that are empty, or not ticked, are left out. */
function filled(values: Row): Row {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => Boolean(value)));
}

/** The values as the table keeps them. */
function taken(fields: Row, typecast = false): Row {
	const cast = Object.entries(fields).map(([name, value]) => {
		return [name, typeof value === 'number' ? String(value) : value];
	});
	const values = typecast ? Object.fromEntries(cast) : fields;
	checkTypes(values, TYPES, REFUSED);
	return values;
}
