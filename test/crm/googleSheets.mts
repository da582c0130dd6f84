import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import getPort from 'get-port';
import { z } from 'zod';
import { assertSuccess, outputsOf } from '../../harness/n8n/execution.mts';
import { prepare, startEditor } from '../../harness/sandbox.mts';
import type { Check } from '../../harness/script/checks.mts';
import { once } from '../../harness/script/once.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import { readExample, withNodes, withOptions } from '../../harness/workflow/examples.mts';
import { COLUMN_NAMES, expectedRows } from '../../harness/workflow/rows.mts';
import { forNames, issue } from '../networks/support/certificates.mts';
import { checksOf, startScene } from './scene.mts';
import { COMPARING } from './target.mts';

const HOST = 'sheets.googleapis.com';
/** The ID in its address, which n8n recognizes by its length. */
const SPREADSHEET = '1-stands-in-for-a-spreadsheet';

const value = `https://docs.google.com/spreadsheets/d/${SPREADSHEET}/edit`;
const documentId = { __rl: true, mode: 'url', value };
const NODES = ['Read the sheet', 'Save to sheet', 'Mark inactive'];
const PLACES = Object.fromEntries(NODES.map((name) => [name, { parameters: { documentId } }]));
const SHIPPED = withNodes(readExample('customers-to-google-sheets.json'), PLACES);
const EXAMPLE = withOptions(SHIPPED, COMPARING, { maxCreated: 100 });

type Cell = string | number | null;
const valuesSchema = z.array(z.array(z.union([z.string(), z.number(), z.null()])));
const updateSchema = z.object({
	// Otherwise Google makes numbers and formulas of what looks like one.
	valueInputOption: z.literal('RAW'),
	data: z.array(z.object({ range: z.string(), values: valuesSchema })),
});

interface Call {
	Params: { '*': string };
	Querystring: { valueInputOption?: string };
}

/** What n8n's node uses of a sheet, as developers.google.com/workspace/sheets describes it. */
class GoogleSheet {
	requests: string[] = [];
	cells: Cell[][] = [];
	/** As large as Google makes a new one. */
	private readonly grid = { rowCount: 1000, columnCount: 26 };

	serve(app: FastifyInstance): void {
		const properties = { sheetId: 0, title: 'Customers', gridProperties: this.grid };
		app.all<Call>(`/v4/spreadsheets/${SPREADSHEET}*`, async ({ method, params, query, body }) => {
			const { '*': path } = params;
			this.requests.push(`${method} ${path}`);
			if (path === '') return { sheets: [{ properties }] };
			if (method === 'GET') return { values: this.filled() };
			const one = { ...query, data: [{ ...Object(body), range: path }] };
			const update = updateSchema.parse(path === '/values:batchUpdate' ? body : one);
			this.write(update, path.endsWith(':append'));
			return {};
		});
	}

	/** Without empty cells at the end of each row. */
	private filled(): Cell[][] {
		return this.cells.map((cells) => {
			const row = Array.from(cells ?? [], (cell) => cell ?? '');
			return row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
		});
	}

	/** All or nothing. Null leaves a cell as it is, and only appending adds rows to the grid. */
	private write({ data }: z.infer<typeof updateSchema>, isAppending: boolean): void {
		const lines = data.flatMap(({ range, values }) => {
			const [, letters = 'A', row = 1] = /!([A-Z]+)?(\d+)/.exec(range) ?? [];
			const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
			return values.map((line, down) => ({
				row: Number(row) - 1 + down,
				column: column - 1,
				line,
			}));
		});
		const bottom = Math.max(...lines.map(({ row }) => row + 1));
		if (isAppending) this.grid.rowCount = Math.max(this.grid.rowCount, bottom);
		assert.ok(bottom <= this.grid.rowCount, 'The range exceeds the limits of the grid');
		for (const { row, column, line } of lines) {
			const cells = (this.cells[row] ??= []);
			for (const [across, cell] of line.entries()) {
				if (cell !== null) cells[column + across] = cell;
			}
		}
	}
}

/** Serves a sheet over HTTPS to an n8n of its own, whose proxy leads nowhere else. */
async function startOnGoogle(tools: ScriptTools) {
	const { cleanup } = tools;
	const workspace = await mkdtemp(join(tools.workspace, 'google-'));
	const certificate = await issue('Google', forNames([{ type: 2, value: HOST }]));
	const NODE_EXTRA_CA_CERTS = join(workspace, 'google.pem');
	await writeFile(NODE_EXTRA_CA_CERTS, certificate.cert);
	const app = Fastify({
		bodyLimit: 32 * 1024 * 1024,
		serverFactory: (handler) => createTlsServer(certificate, handler),
	});
	const sheet = new GoogleSheet();
	sheet.serve(app);
	await app.ready();
	const proxy = createServer().on('connect', (_request, socket) => {
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		app.server.emit('connection', socket);
	});
	const port = await getPort();
	proxy.listen(port, '127.0.0.1');
	cleanup.add(() => proxy.close());
	const credential = {
		name: 'Google Sheets account',
		type: 'googleSheetsOAuth2Api',
		data: { oauthTokenData: { access_token: 'none' } },
	};
	// n8n reads both only when it starts.
	const env = { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS };
	const { rest } = await startEditor(await prepare(tools), { ...tools, workspace, env });
	await rest.createCredential(credential);
	const scene = await startScene(rest, tools);

	const rows = () => {
		const [names = [], ...lines] = sheet.cells;
		return lines
			.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index] ?? ''])))
			.filter(({ code }) => code);
	};

	/** Runs the example; a second run writes nothing. Returns how many requests the first one took. */
	const assertInStep = async (count: number) => {
		sheet.requests = [];
		const execution = await scene.run(EXAMPLE);
		assertSuccess(execution);
		assert.equal(outputsOf(execution, COMPARING).flat().length, count);
		const { length: requests } = sheet.requests.splice(0);
		assertSuccess(await scene.run(EXAMPLE));
		assert.ok(sheet.requests.every((request) => request.startsWith('GET ')));
		return requests;
	};

	return { ...scene, sheet, rows, assertInStep };
}

/** The sheet gets in step, wherever people move rows and columns. */
export function keepingSheet(tools: ScriptTools): Check[] {
	const start = once(async () => await startOnGoogle(tools));
	const beginAgain = async () => {
		const google = await start();
		google.begin();
		google.sheet.cells = [[...COLUMN_NAMES, 'active']];
		return google;
	};

	return checksOf('Google Sheets', beginAgain, {
		async 'has everyone once and as they are, after five requests however many rows'(google) {
			const { assertInStep, begin, change, rows, service } = google;
			begin(1_240);
			change(3, { Code: '000042' });
			// Without the return, which n8n's node drops from a cell.
			change(7, { Name: '=1+1', Phone: '0049', City: 'two\nlines' });
			change(8, { City: '', Phone: null, Email: undefined });
			assert.equal(await assertInStep(1_240), 5);
			const expected = expectedRows(service).map(({ companyId: _id, ...row }) => {
				const values = COLUMN_NAMES.map((name) => [name, row[name] ?? '']);
				return { ...Object.fromEntries(values), active: 'yes' };
			});
			assert.deepEqual(rows(), expected);
		},
		async 'writes, marks and unmarks only rows that differ, wherever people move rows and columns'(
			google,
		) {
			const { another, assertInStep, change, customers, rows, run, sheet } = google;
			assertSuccess(await run(EXAMPLE));
			const [names = [], ...lines] = sheet.cells;
			for (const line of [names, ...lines]) line.unshift(line === names ? 'notes' : '');
			const noted = lines[7] ?? [];
			noted[0] = 'call back';
			sheet.cells = [names, ...lines.reverse(), [], ['a remark']];
			change(7, { City: 'Ulm', Phone: '' });
			customers.insert(another());
			const removed = customers.at(20) ?? {};
			customers.remove(20);
			await assertInStep(3);
			const [first = {}] = rows().filter(({ notes }) => notes === 'call back');
			assert.deepEqual([first.city, first.phone], ['Ulm', '']);
			const marked = () => rows().flatMap(({ code, active }) => (active === 'no' ? [code] : []));
			assert.deepEqual(marked(), [removed.Code]);
			customers.insert(removed, 20);
			await assertInStep(1);
			assert.deepEqual(marked(), []);
			assert.equal(rows().length, 151);
		},
	});
}
