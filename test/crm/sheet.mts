import assert from 'node:assert/strict';
import { readExample, withNodes, withSettings } from '../../harness/workflow/examples.mts';
import { copying, type Target } from './copying.mts';
import { SPREADSHEET, type GoogleSheets } from './googleSheets.mts';
import type { Check } from '../../harness/script/checks.mts';
import { checksOf, type Scene } from './scene.mts';

const NAME = 'Customers to Google Sheets';
const spreadsheet = `https://docs.google.com/spreadsheets/d/${SPREADSHEET}/edit`;
const EXAMPLE = withSettings(readExample('customers-to-google-sheets.json'), { spreadsheet });

/** The example as shipped, with the address of a spreadsheet. */
export function copyingToSheet(scene: Scene, google: GoogleSheets): Check[] {
	const { customers } = scene;
	const target: Target = {
		name: NAME,
		example: EXAMPLE,
		clear: async () => google.clear(),
		async rows() {
			return google.sheets.flatMap(({ properties, cells: [names = [], ...rows] }) =>
				rows.map((row) => ({
					...Object.fromEntries(names.map((name, index) => [name, row[index]])),
					companyId: properties.title === 'Customers' ? '1' : '2',
				})),
			);
		},
		refused: (customer) => ({ ...customer, City: 'x'.repeat(50_001) }),
		otherCompany: withSettings(EXAMPLE, { sheet: 'Customers 2' }),
	};

	const check = checksOf(NAME, async () => {
		scene.begin();
		await target.clear();
	});

	const assertSaved = async (count = 150) => {
		const { status, error } = await scene.run(EXAMPLE);
		assert.equal(status, 'success', error?.message);
		const rows = (await target.rows()).filter(({ code }) => code);
		assert.equal(rows.length, count);
		return rows;
	};

	/** The sheet of the example. */
	const sheet = () => google.sheets[0] ?? assert.fail('There is no sheet');
	const column = (name: string) => sheet().cells[0]?.indexOf(name) ?? -1;
	const change = (index: number, values: object) =>
		customers.upsert(index, { ...customers.at(index), ...values });

	return [
		...copying(scene, target),
		check('takes ten requests, and three where nothing changed', async () => {
			await assertSaved();
			assert.equal(google.requests.length, 10);
			google.requests.length = 0;
			await assertSaved();
			assert.deepEqual(
				google.requests.filter((request) => !request.startsWith('GET ')),
				[],
			);
			assert.equal(google.requests.length, 3);
		}),
		check('writes only rows that differ, and clears what was cleared', async () => {
			await assertSaved();
			change(7, { City: '', Phone: null, Email: undefined });
			const rows = await assertSaved();
			const { city, phone, email, company } = rows[7] ?? {};
			assert.deepEqual([city, phone, email, company], ['', '', '', customers.at(7)?.Name]);
		}),
		check('fills more rows than a new sheet has', async () => {
			scene.begin(1_240);
			await assertSaved(1_240);
			assert.ok(sheet().properties.gridProperties.rowCount > 1_240);
		}),
		check('finds its rows and columns wherever people move them', async () => {
			const own = Array.from({ length: 30 }, (_, index) => `Own ${index}`);
			google.add('Customers', [own]).properties.gridProperties.columnCount = 40;
			await assertSaved();
			const [names = [], ...rows] = sheet().cells;
			const note = rows[7] ?? [];
			note[2] = 'call back';
			sheet().cells.splice(0, Infinity, names, ...rows.reverse(), [], ['a remark']);
			change(7, { City: 'Ulm' });
			customers.insert(customers.makeAnother());
			await assertSaved(151);
			assert.deepEqual([note[2], note[column('city')]], ['call back', 'Ulm']);
		}),
		check('finds a code that somebody typed', async () => {
			change(7, { Code: 42 });
			google.add('Customers', [
				['code', 'notes'],
				[42, 'ours'],
			]);
			await assertSaved();
			assert.equal(sheet().cells[1]?.[1], 'ours');
		}),
		check('adds nobody twice where the column of the codes was renamed', async () => {
			await assertSaved();
			const [names = []] = sheet().cells;
			names[0] = 'Number';
			const { error } = await scene.run(EXAMPLE);
			assert.match(error?.message ?? '', /^The sheet has rows, but no column 'code'/);
			assert.equal(sheet().cells.length, 151);
		}),
		check('keeps a text that looks like a formula', async () => {
			change(7, { Name: '=1+1', Phone: '0049', City: 'two\r\nlines' });
			const rows = await assertSaved();
			assert.deepEqual([rows[7]?.company, rows[7]?.phone], ['=1+1', '0049']);
		}),
		check('waits for a rate limit, and saves once more after a minute', async () => {
			google.limited = [1, 4, 9];
			await assertSaved();
		}),
		check('names those that a refused request leaves out', async () => {
			await assertSaved();
			change(7, { City: 'Ulm' });
			change(8, { City: 'Bonn' });
			google.requests.length = 0;
			// Whenever it writes.
			google.limited = [6, 9];
			const soon = { parameters: { amount: 1, unit: 'seconds' } };
			const { error } = await scene.run(withNodes(EXAMPLE, { 'Wait a minute': soon }));
			assert.match(error?.message ?? '', /^Not saved \(2 of 150 .+ All others were saved.$/);
		}),
	];
}
