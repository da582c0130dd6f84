import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Contact } from './contacts.mts';
import { checkbox, ownColumns, text } from './fields.mts';
import { rowSchema, type StandIn } from './standIn.mts';

const BASE = 'appStandIn00000001';
const TABLE = 'tblStandIn00000001';

const bodySchema = z.object({ fields: rowSchema, typecast: z.boolean().optional() });
const batchSchema = z.object({
	records: z.array(z.object({ id: z.string(), fields: rowSchema })).max(10),
	typecast: z.boolean().optional(),
});

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
	chosen: { base: BASE, table: TABLE },
	...ownColumns(text, { active: checkbox() }),
	marks: { active: { active: true }, removed: { active: false } },
	leavesOut: true,
	idOf: (nth) => `rec${String(nth).padStart(14, '0')}`,
	refuses: (name, type) =>
		type ? `Field "${name}" cannot accept the provided value` : `Unknown field name: "${name}"`,
	says: (message) => ({ error: { type: 'INVALID_VALUE_FOR_COLUMN', message } }),
	status: 422,
	routes(contacts) {
		const path = `/api.airtable.com/v0/${BASE}/${TABLE}`;
		return {
			[`GET ${path}`]({ query: { pageSize = '100', offset = '0' } }) {
				const { page, next } = contacts.page(Number(offset), Math.min(Number(pageSize), 100));
				return { records: page.map(shown), offset: next?.toString() };
			},
			[`POST ${path}`]({ body }) {
				const { fields, typecast } = bodySchema.parse(body);
				return shown(contacts.create(cast(fields, typecast)));
			},
			[`PATCH ${path}`]({ body }) {
				const { records, typecast } = batchSchema.parse(body);
				const updated = records.map(({ id, fields }) =>
					contacts.update(id, cast(fields, typecast)),
				);
				return { records: updated.map(shown) };
			},
		};
	},
};

/** Cells that are empty, or not ticked, are left out. */
function shown({ id, values }: Contact) {
	const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => Boolean(value)));
	return { id, createdTime: '2026-01-01T00:00:00.000Z', fields };
}

function cast(fields: Row, typecast = false): Row {
	const values = Object.entries(fields).map(([name, value]) => {
		return [name, typecast && typeof value === 'number' ? String(value) : value];
	});
	return Object.fromEntries(values);
}
