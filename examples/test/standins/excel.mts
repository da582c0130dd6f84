import { z } from 'zod';
import { withText } from '../withText.mts';
import { Refusal } from './contacts.mts';
import { a1, cellSchema, Sheet, startOf, typed, type Cell } from './sheet.mts';
import { OWN_COLUMNS, type StandIn } from './standIn.mts';

const WORKBOOK = '01STANDINSTANDINSTANDINSTANDINSTA';
const WORKSHEET = '{00000000-0001-0000-0000-000000000000}';

/** The formats of its columns, by their names. */
const FORMATS: Record<string, 'General' | '@'> = {
	notes: 'General',
	code: '@',
	company: '@',
	contact: '@',
	email: '@',
	phone: '@',
	city: '@',
	creditLimit: 'General',
	active: '@',
};

const updateSchema = z.object({ values: z.array(z.array(cellSchema)) });

/**
 * The API of workbooks in Microsoft Graph. What is written into a cell is taken as if somebody typed it.
 *
 * https://learn.microsoft.com/graph/api/worksheet-usedrange
 * https://learn.microsoft.com/graph/api/range-update
 * https://learn.microsoft.com/graph/api/resources/excel
 * https://learn.microsoft.com/javascript/api/excel/excel.range (values: plus, minus and equal signs)
 */
export const excel: StandIn = {
	crm: 'Microsoft Excel',
	credential: { oauthTokenData: { access_token: 'none' } },
	...OWN_COLUMNS,
	marks: { active: { active: 'yes' }, removed: { active: 'no' } },
	isAllOrNone: true,
	rewritesAll: true,
	choose: (drawing) =>
		withText(drawing, (text) =>
			text.replace(
				/("(workbook|worksheet)":\{[^}]*"value":)""/g,
				(_, before: string, what: string) => {
					return `${before}"${what === 'workbook' ? WORKBOOK : WORKSHEET}"`;
				},
			),
		),
	says: (message) => ({ error: { code: 'InvalidArgument', message } }),
	serve(app, contacts) {
		const names = Object.keys(FORMATS);
		const sheet = new Sheet(contacts, names);
		const path = `/graph.microsoft.com/v1.0/me/drive/items/${WORKBOOK}/workbook/worksheets/${WORKSHEET}`;
		const shown = (from: string, values: Cell[][]) => {
			const { row, column } = startOf(from);
			const last = a1(row + values.length - 1, column + (values[0]?.length ?? 1) - 1);
			return { address: `Customers!${a1(row, column)}:${last}`, values };
		};
		app.get(`${path}/usedRange`, async () => shown('A1', sheet.rows()));
		app.patch<{ Params: { range: string } }>(`${path}/:range`, async ({ params, body }) => {
			const [, address = ''] =
				/^range\(address='([A-Z]+\d+:[A-Z]+\d+)'\)$/.exec(params.range) ?? [];
			const { values } = updateSchema.parse(body);
			const isFilled = shown(address, sheetOf(values)).address.endsWith(`!${address}`);
			if (!isFilled) {
				throw new Refusal(
					"The number of rows or columns in the input array doesn't match the size or dimensions of the range.",
				);
			}
			const start = startOf(address);
			const before = sheet.rows();
			const sent = values.flatMap((line, down) =>
				line.flatMap((cell, across) => {
					const [row, column] = [start.row + down, start.column + across];
					// Null leaves a cell as it is.
					if (cell === null) return [];
					const value = FORMATS[names[column] ?? ''] === '@' ? String(cell) : typed(cell);
					return value === before[row]?.[column] ? [] : [{ row, column, value }];
				}),
			);
			sheet.write(sent);
			return shown(address, sheet.rows().slice(start.row, start.row + values.length));
		});
	},
};

function sheetOf(values: Array<Array<Cell | null>>): Cell[][] {
	return values.map((line) => line.map((cell) => cell ?? ''));
}
