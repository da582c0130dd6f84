import { z } from 'zod';
import type { Row } from '../../../harness/n8n/rest.mts';
import type { Example } from '../../../harness/workflow/examples.mts';
import { FIELDS } from '../../../harness/workflow/rows.mts';
import { withText } from '../withText.mts';
import { Refusal } from './contacts.mts';
import { OWN_COLUMNS, type StandIn } from './standIn.mts';

const TABLE = '7';
const TEXTS = ['code', 'company', 'contact', 'email', 'phone', 'city', 'creditLimit', 'notes'];
const NAMES = [...TEXTS, 'active'];
const FIRST_ID = 101;

const bodySchema = z.record(z.unknown());

/**
 * Baserow's database API.
 *
 * https://api.baserow.io/api/redoc/#tag/Database-table-rows
 * https://baserow.io/user-docs/database-api
 */
export const baserow: StandIn = {
	crm: 'Baserow',
	credential: { host: 'https://api.baserow.io', token: 'none' },
	...OWN_COLUMNS,
	marks: { active: { active: true }, removed: { active: false } },
	choose,
	says: (detail) => ({ error: 'ERROR_REQUEST_BODY_VALIDATION', detail }),
	serve(app, contacts) {
		const path = '/api.baserow.io/api/database';
		const shown = (id: string) => {
			const { active = false, ...values } = contacts.records.get(id) ?? {};
			const cells = TEXTS.map((name) => [fieldOf(name), values[name] ?? null]);
			return {
				id: Number(id),
				order: `${id}.00`,
				...Object.fromEntries(cells),
				[fieldOf('active')]: active,
			};
		};
		app.get(`${path}/fields/table/${TABLE}/`, async () =>
			NAMES.map((name, index) => {
				const type = TEXTS.includes(name) ? 'text' : 'boolean';
				return { id: FIRST_ID + index, table_id: Number(TABLE), name, type };
			}),
		);
		interface Page {
			Querystring: { page?: string; size?: string };
		}
		const rows = `${path}/rows/table/${TABLE}/`;
		app.get<Page>(rows, async ({ query: { page = '1', size = '100' } }) => {
			const ids = [...contacts.records.keys()];
			const count = Math.min(Number(size), 200);
			const end = Number(page) * count;
			const next = end < ids.length ? `https:/${rows}?page=${Number(page) + 1}` : null;
			return { count: ids.length, next, results: ids.slice(end - count, end).map(shown) };
		});
		app.post(rows, async ({ body }) => shown(contacts.create(taken(body))));
		app.patch<{ Params: { id: string } }>(`${rows}:id/`, async ({ params: { id }, body }) => {
			contacts.update(id, taken(body));
			return shown(id);
		});
	},
};

function fieldOf(name: string): string {
	return `field_${FIRST_ID + NAMES.indexOf(name)}`;
}

/** The values by the names of their fields. Text takes numbers, too, as a serializer of Django's does. */
function taken(body: unknown): Row {
	const entries = Object.entries(bodySchema.parse(body)).map(([field, value]) => {
		const name = NAMES.find((one) => fieldOf(one) === field);
		if (name === undefined) throw new Refusal(`${field} is not a field of this table`);
		if (name === 'active') {
			if (typeof value !== 'boolean') throw new Refusal(`${field}: Must be a valid boolean.`);
			return [name, value];
		}
		if (!['string', 'number'].includes(typeof value) && value !== null) {
			throw new Refusal(`${field}: Not a valid string.`);
		}
		return [name, value === null ? null : String(value)];
	});
	return Object.fromEntries(entries);
}

const valueSchema = z.object({ fieldId: z.literal(''), fieldValue: z.unknown() }).passthrough();

/** The table, and the field for each value, by what is dragged there. */
function choose(drawing: Example): Example {
	return withText(drawing, (text) =>
		JSON.stringify(JSON.parse(text), (key, value: unknown) => {
			if (key === 'tableId') return TABLE;
			const { success, data } = valueSchema.safeParse(value);
			if (!success) return value;
			const dragged = String(data.fieldValue);
			const isFor = (one: string) => new RegExp(`\\$json\\.${FIELDS[one]}\\b`).test(dragged);
			const name = NAMES.find(isFor) ?? 'active';
			return { ...data, fieldId: String(FIRST_ID + NAMES.indexOf(name)) };
		}),
	);
}
