import { z } from 'zod';
import { withText } from '../withText.mts';
import { Refusal } from './contacts.mts';
import { a1, cellSchema, Sheet, startOf, typed, type Cell } from './sheet.mts';
import { OWN_COLUMNS, type StandIn } from './standIn.mts';

/** The ID in its address, which n8n recognizes by its length. */
const SPREADSHEET = '1-stands-in-for-a-spreadsheet';
const TITLE = 'Customers';
const NAMES = [
	'notes',
	'active',
	'code',
	'email',
	'contact',
	'company',
	'creditLimit',
	'city',
	'phone',
];

const optionSchema = z.enum(['RAW', 'USER_ENTERED']);
const rangeSchema = z.object({ range: z.string(), values: z.array(z.array(cellSchema)) });
const batchSchema = z.object({ valueInputOption: optionSchema, data: z.array(rangeSchema) });

interface Append {
	Params: { range: string };
	Querystring: { valueInputOption?: string };
}

interface Read {
	Params: { range: string };
	Querystring: { valueRenderOption?: string };
}

/**
 * Google Sheets' API.
 *
 * https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values
 * https://developers.google.com/workspace/sheets/api/guides/values
 */
export const googleSheets: StandIn = {
	crm: 'Google Sheets',
	credential: { oauthTokenData: { access_token: 'none' } },
	...OWN_COLUMNS,
	marks: { active: { active: 'yes' }, removed: { active: 'no' } },
	isAllOrNone: true,
	choose: (drawing) =>
		withText(drawing, (text) => text.replaceAll('/d/your-spreadsheet/', `/d/${SPREADSHEET}/`)),
	says: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
	serve(app, contacts) {
		const sheet = new Sheet(contacts, NAMES);
		/** As large as Google makes a new one. */
		const grid = { rowCount: 1000, columnCount: 26 };
		const path = `/sheets.googleapis.com/v4/spreadsheets/${SPREADSHEET}`;
		const write = (ranges: Range[], option: z.infer<typeof optionSchema>) => {
			for (const { range, values } of ranges) {
				const bottom = startOf(range).row + values.length;
				if (bottom <= grid.rowCount) continue;
				throw new Refusal(
					`Range (${TITLE}!${a1(bottom - 1, 0)}) exceeds grid limits. Max rows: ${grid.rowCount}, max columns: ${grid.columnCount}`,
				);
			}
			sheet.write(ranges.flatMap((range) => sentIn(range, option)));
		};
		app.get(path, async () => ({
			sheets: [{ properties: { sheetId: 0, title: TITLE, gridProperties: grid } }],
		}));
		app.get<Read>(`${path}/values/:range`, async ({ params, query }) => {
			const { range } = params;
			if (range !== `'${TITLE}'`) throw new Refusal(`Unable to parse range: ${range}`);
			const isRaw = query.valueRenderOption === 'UNFORMATTED_VALUE';
			const values = sheet.rows().map((row) => filled(row.map(isRaw ? asIs : formatted)));
			return { range, majorDimension: 'ROWS', values };
		});
		app.post(`${path}/values::batchUpdate`, async ({ body }) => {
			const { data, valueInputOption } = batchSchema.parse(body);
			write(data, valueInputOption);
			return {};
		});
		app.post<Append>(`${path}/values/:range`, async ({ query, body }) => {
			const { range, values } = rangeSchema.parse(body);
			const row = Math.max(startOf(range).row, sheet.rows().length);
			// Nothing else adds rows to the grid.
			grid.rowCount = Math.max(grid.rowCount, row + values.length);
			const below = { range: `${TITLE}!${a1(row, startOf(range).column)}`, values };
			write([below], optionSchema.parse(query.valueInputOption));
			return {};
		});
	},
};

type Range = z.infer<typeof rangeSchema>;

/** The cells of a range. Null leaves one as it is. */
function sentIn({ range, values }: Range, option: z.infer<typeof optionSchema>) {
	const start = startOf(range);
	return values.flatMap((line, down) =>
		line.flatMap((cell, across) => {
			if (cell === null) return [];
			const value = option === 'RAW' ? cell : typed(cell);
			return [{ row: start.row + down, column: start.column + across, value }];
		}),
	);
}

/** Without empty cells at its end. */
function filled(row: Cell[]): Cell[] {
	return row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
}

function asIs(cell: Cell): Cell {
	return cell;
}

function formatted(cell: Cell): Cell {
	return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}
