import { z } from 'zod';
import { Refusal } from './contacts.mts';
import { ownColumns, textFrom } from './fields.mts';
import { a1, cellSchema, cellsIn, linesSchema, Sheet, startOf, typed } from './sheet.mts';
import type { StandIn } from './standIn.mts';

const WORKBOOK = '01STANDINSTANDINSTANDINSTANDINSTA';
const WORKSHEET = '{00000000-0001-0000-0000-000000000000}';

/** Columns with this format. */
const asText = textFrom(cellSchema.transform(String));
const general = textFrom(cellSchema.transform(typed));

const updateSchema = z.object({ values: linesSchema });

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
	chosen: { workbook: WORKBOOK, worksheet: WORKSHEET },
	...ownColumns(asText, {
		notes: general(),
		creditLimit: general('creditLimit'),
		active: asText(),
	}),
	marks: { active: { active: 'yes' }, removed: { active: 'no' } },
	isAllOrNone: true,
	rewritesAll: true,
	says: (message) => ({ error: { code: 'InvalidArgument', message } }),
	routes(contacts) {
		const sheet = new Sheet(contacts, Object.keys(excel.fields));
		const path = `/graph.microsoft.com/v1.0/me/drive/items/${WORKBOOK}/workbook/worksheets/${WORKSHEET}`;
		return {
			[`GET ${path}/usedRange`]() {
				const values = sheet.rows();
				return { address: `Customers!${rangeOf('A1', values)}`, values };
			},
			[`PATCH ${path}/:id`]({ params, body }) {
				const [, range = ''] = /^range\(address='([A-Z]+\d+:[A-Z]+\d+)'\)$/.exec(params.id) ?? [];
				const { values } = updateSchema.parse(body);
				if (range !== rangeOf(range, values)) {
					throw new Refusal(
						"The number of rows or columns in the input array doesn't match the size or dimensions of the range.",
					);
				}
				sheet.write(sheet.differing(cellsIn(range, values)));
				const { row } = startOf(range);
				const written = sheet.rows().slice(row, row + values.length);
				return { address: `Customers!${range}`, values: written };
			},
		};
	},
};

/** What so many cells fill from there on. */
function rangeOf(from: string, values: unknown[][]): string {
	const { row, column } = startOf(from);
	const last = a1(row + values.length - 1, column + (values[0]?.length ?? 1) - 1);
	return `${a1(row, column)}:${last}`;
}
