import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import { Refusal, type Contact } from './contacts.mts';
import { checkbox, ownColumns, textFrom, textOrNumberSchema } from './fields.mts';
import { rowSchema, type StandIn } from './standIn.mts';

const TABLE = '7';
const FIRST_ID = 101;

/** Text takes numbers, too, as a serializer of Django's does. A box is ticked or not. */
const OWN = ownColumns(textFrom(textOrNumberSchema.nullable()), {
	active: { ...checkbox(), takes: z.boolean() },
});
const NAMES = Object.keys(OWN.fields);

/**
 * Baserow's database API.
 *
 * https://api.baserow.io/api/redoc/#tag/Database-table-rows
 * https://baserow.io/user-docs/database-api
 */
export const baserow: StandIn = {
	crm: 'Baserow',
	credential: { host: 'https://api.baserow.io', token: 'none' },
	chosen: { tableId: TABLE },
	...OWN,
	marks: { active: { active: true }, removed: { active: false } },
	refuses: (name, type) => `field_${idOf(name)}: Not a valid ${type}.`,
	says: (detail) => ({ error: 'ERROR_REQUEST_BODY_VALIDATION', detail }),
	routes(contacts) {
		const path = '/api.baserow.io/api/database';
		const rows = `${path}/rows/table/${TABLE}/`;
		return {
			[`GET ${path}/fields/table/${TABLE}/`]: () =>
				Object.entries(OWN.fields).map(([name, { type }]) => {
					const kind = type === 'boolean' ? type : 'text';
					return { id: idOf(name), table_id: Number(TABLE), name, type: kind };
				}),
			[`GET ${rows}`]({ query: { page: nth = '1', size: asked = '100' } }) {
				const size = Math.min(Number(asked), 200);
				const { page, next, total } = contacts.page(size * (Number(nth) - 1), size);
				const link = next ? `https:/${rows}?page=${Number(nth) + 1}` : null;
				return { count: total, next: link, results: page.map(shown) };
			},
			[`POST ${rows}`]: ({ body }) => shown(contacts.create(named(body))),
			[`PATCH ${rows}:id/`]: ({ params: { id }, body }) => shown(contacts.update(id, named(body))),
		};
	},
};

function idOf(name: string): number {
	return FIRST_ID + NAMES.indexOf(name);
}

function shown({ id, values }: Contact) {
	const cells = Object.entries(values).map(([name, value]) => [`field_${idOf(name)}`, value]);
	return { id: Number(id), order: `${id}.00`, ...Object.fromEntries(cells) };
}

/** The values by the names of their fields. */
function named(body: unknown): Row {
	const entries = Object.entries(rowSchema.parse(body)).map(([field, value]) => {
		const name = NAMES.find((one) => field === `field_${idOf(one)}`);
		if (name === undefined) throw new Refusal(`${field} is not a field of this table`);
		return [name, value];
	});
	return Object.fromEntries(entries);
}
