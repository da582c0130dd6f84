import { z } from 'zod';
import { Refusal } from './contacts.mts';
import { ownColumns, textFrom } from './fields.mts';
import {
	a1,
	cellSchema,
	cellsIn,
	linesSchema,
	Sheet,
	startOf,
	typed,
	type Cell,
} from './sheet.mts';
import type { StandIn } from './standIn.mts';

/** The ID in its address, which n8n recognizes by its length. */
const SPREADSHEET = '1-stands-in-for-a-spreadsheet';
const TITLE = 'Customers';
const NAMES = 'notes active code email contact company creditLimit city phone'.split(' ');
const cell = textFrom(cellSchema);

const optionSchema = z.enum(['RAW', 'USER_ENTERED']);
const rangeSchema = z.object({ range: z.string(), values: linesSchema });
const batchSchema = z.object({ valueInputOption: optionSchema, data: z.array(rangeSchema) });

type Range = z.infer<typeof rangeSchema>;
type Option = z.infer<typeof optionSchema>;

/**
 * Google Sheets' API.
 *
 * https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values
 * https://developers.google.com/workspace/sheets/api/guides/values
 */
export const googleSheets: StandIn = {
	crm: 'Google Sheets',
	credential: { oauthTokenData: { access_token: 'none' } },
	chosen: { documentId: `https://docs.google.com/spreadsheets/d/${SPREADSHEET}/edit` },
	...ownColumns(cell, { active: cell() }),
	marks: { active: { active: 'yes' }, removed: { active: 'no' } },
	isAllOrNone: true,
	says: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
	routes(contacts) {
		const sheet = new Sheet(contacts, NAMES);
		/** As large as Google makes a new one. */
		const grid = { rowCount: 1000, columnCount: 26 };
		const path = `/sheets.googleapis.com/v4/spreadsheets/${SPREADSHEET}`;
		const write = (ranges: Range[], option: Option) => {
			const cells = ranges.flatMap(({ range, values }) => cellsIn(range, values));
			const last = Math.max(...cells.map(({ row }) => row));
			if (last >= grid.rowCount) {
				throw new Refusal(
					`Range (${TITLE}!${a1(last, 0)}) exceeds grid limits. Max rows: ${grid.rowCount}, max columns: ${grid.columnCount}`,
				);
			}
			const entered = option === 'RAW' ? asIs : typed;
			sheet.write(cells.map((one) => ({ ...one, value: entered(one.value) })));
			return {};
		};
		return {
			[`GET ${path}`]: () => ({
				sheets: [{ properties: { sheetId: 0, title: TITLE, gridProperties: grid } }],
			}),
			[`GET ${path}/values/:id`]({ params: { id: range }, query }) {
				if (range !== `'${TITLE}'`) throw new Refusal(`Unable to parse range: ${range}`);
				const shown = query.valueRenderOption === 'UNFORMATTED_VALUE' ? asIs : formatted;
				const values = sheet.rows().map((row) => filled(row.map(shown)));
				return { range, majorDimension: 'ROWS', values };
			},
			[`POST ${path}/values::batchUpdate`]({ body }) {
				const { data, valueInputOption } = batchSchema.parse(body);
				return write(data, valueInputOption);
			},
			[`POST ${path}/values/:id`]({ query, body }) {
				const { range, values } = rangeSchema.parse(body);
				const row = Math.max(startOf(range).row, sheet.rows().length);
				// Nothing else adds rows to the grid.
				grid.rowCount = Math.max(grid.rowCount, row + values.length);
				const below = { range: a1(row, startOf(range).column), values };
				return write([below], optionSchema.parse(query.valueInputOption));
			},
		};
	},
};

/** Without empty cells at its end. */
function filled(row: Cell[]): Cell[] {
	return row.slice(0, row.findLastIndex((one) => one !== '') + 1);
}

function asIs(value: Cell): Cell {
	return value;
}

function formatted(value: Cell): Cell {
	return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}
