import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal, StandIn } from './standIns.mts';

const cellSchema = z.union([z.string().max(50_000), z.number(), z.boolean(), z.null()]);
const valuesSchema = z.array(z.array(cellSchema));
type Cell = z.infer<typeof cellSchema>;
type Cells = Cell[][];
const updateSchema = z.object({
	data: z.array(z.object({ range: z.string(), values: valuesSchema })),
	valueInputOption: z.string(),
});
const titleSchema = z.object({ properties: z.object({ title: z.string() }) });
const changesSchema = z.object({ requests: z.tuple([z.object({ addSheet: titleSchema })]) });

interface Sheet {
	properties: {
		sheetId: number;
		title: string;
		gridProperties: { rowCount: number; columnCount: number };
	};
	cells: Cells;
}

interface Call {
	Params: { '*': string };
	Querystring: { valueRenderOption?: string; valueInputOption?: string };
}

/** The ID in its address, which n8n recognizes by its length. */
export const SPREADSHEET = '1-stands-in-for-a-spreadsheet';

/** What n8n's node uses of a spreadsheet, as developers.google.com/workspace/sheets describes it. */
export class GoogleSheets extends StandIn {
	readonly host = 'sheets.googleapis.com';
	readonly credential = {
		name: 'Google Sheets account',
		type: 'googleSheetsOAuth2Api',
		data: { oauthTokenData: { access_token: 'none' } },
	};
	readonly sheets: Sheet[] = [];

	override clear(): void {
		super.clear();
		this.sheets.length = 0;
	}

	/** Adds a sheet, as large as Google makes a new one. */
	add(title: string, cells: Cells = []): Sheet {
		const gridProperties = { rowCount: 1000, columnCount: 26 };
		const sheet = { properties: { sheetId: this.sheets.length, title, gridProperties }, cells };
		this.sheets.push(sheet);
		return sheet;
	}

	protected errorBody(code: number, message: string) {
		return { error: { code, message } };
	}

	protected serve(app: FastifyInstance): void {
		app.all<Call>(`/v4/spreadsheets/${SPREADSHEET}*`, async ({ method, params, query, body }) => {
			const { '*': path } = params;
			const range = path.replace('/values/', '').replace(/:append$/, '');
			if (path === '') return { sheets: this.sheets.map(({ properties }) => ({ properties })) };
			if (path === ':batchUpdate') {
				const [{ addSheet }] = changesSchema.parse(body).requests;
				return { replies: [{ addSheet: this.add(addSheet.properties.title) }] };
			}
			if (method === 'GET') return { values: this.read(range, query.valueRenderOption) };
			const isOne = path !== '/values:batchUpdate';
			const one = { ...query, data: [{ ...Object(body), range }] };
			return this.write(updateSchema.parse(isOne ? one : body), path.endsWith(':append'));
		});
	}

	private locate(range: string) {
		const [, title, letters = 'A', row = 1] = /^'?(.+?)'?(?:!([A-Z]+)?(\d+).*)?$/.exec(range) ?? [];
		const sheet = this.sheets.find(({ properties }) => properties.title === title);
		if (!sheet) throw new Refusal(400, `Unable to parse range: ${range}`);
		const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
		return { ...sheet, row: Number(row) - 1, column: column - 1 };
	}

	/** Without empty rows and cells at the end. */
	private read(range: string, render?: string): unknown[][] | undefined {
		const rows = this.locate(range).cells.map((cells) => {
			const row = Array.from(cells ?? [], (cell) => cell ?? '');
			const filled = row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
			return render === 'FORMATTED_VALUE' ? filled.map(String) : filled;
		});
		const last = rows.findLastIndex((row) => row.length > 0);
		return last < 0 ? undefined : rows.slice(0, last + 1);
	}

	/** All or nothing. Null leaves a cell as it is, and only appending adds rows to the grid. */
	private write({ data, valueInputOption }: z.infer<typeof updateSchema>, isAppending: boolean) {
		const places = data.map(({ range, values }) => ({ ...this.locate(range), range, values }));
		for (const { properties, range, row, column, values } of places) {
			const grid = properties.gridProperties;
			const bottom = row + values.length;
			if (isAppending) grid.rowCount = Math.max(grid.rowCount, bottom);
			const right = column + Math.max(...values.map((line) => line.length));
			if (bottom <= grid.rowCount && right <= grid.columnCount) continue;
			throw new Refusal(400, `Range (${range}) exceeds grid limits`);
		}
		// What Google makes of a number that a person types.
		const typed = (cell: Cell) => (/^\d+$/.test(String(cell)) ? Number(cell) : cell);
		for (const { cells, row, column, values } of places) {
			for (const [down, line] of values.entries()) {
				const target = (cells[row + down] ??= []);
				for (const [across, cell] of line.entries()) {
					if (cell === null) continue;
					target[column + across] = valueInputOption === 'RAW' ? cell : typed(cell);
				}
			}
		}
		return {};
	}
}
