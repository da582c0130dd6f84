import assert from 'node:assert/strict';
import { assertSuccess, outputsOf } from '../../harness/n8n/execution.mts';
import type { Check } from '../../harness/script/checks.mts';
import { readExample, withNodes, withOptions } from '../../harness/workflow/examples.mts';
import { SPREADSHEET, type GoogleSheets } from './googleSheets.mts';
import { checksOf, type Scene } from './scene.mts';
import { COMPARING } from './target.mts';

const value = `https://docs.google.com/spreadsheets/d/${SPREADSHEET}/edit`;
const documentId = { __rl: true, mode: 'url', value };
const SHIPPED = readExample('customers-to-google-sheets.json');
const NODES = ['Read the sheet', 'Save to sheet', 'Mark inactive'];
const PLACES = Object.fromEntries(NODES.map((name) => [name, { parameters: { documentId } }]));
const EXAMPLE = withOptions(withNodes(SHIPPED, PLACES), COMPARING, { maxCreated: 100 });
const COLUMNS = 'code company contact email phone city creditLimit active'.split(' ');

/** The sheet gets in step, wherever people move rows and columns. */
export function keepingSheet(
	{ another, begin, change, customers, run }: Scene,
	google: GoogleSheets,
) {
	const cells = () => google.sheets[0]?.cells ?? assert.fail('There is no sheet');
	const rows = () => {
		const [names = [], ...lines] = cells();
		return lines
			.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index] ?? ''])))
			.filter(({ code }) => code);
	};
	const found = () =>
		rows().map(({ code, company, city, creditLimit }) =>
			comparable(code, company, city, creditLimit),
		);
	const expected = () =>
		customers
			.page(0, customers.length)
			.map(({ Code, Name, City, CreditLimit }) => comparable(Code, Name, City, CreditLimit));

	/** Runs the example; a second run writes nothing. */
	const assertInStep = async (count: number) => {
		const execution = await run(EXAMPLE);
		assertSuccess(execution);
		assert.equal(outputsOf(execution, COMPARING).flat().length, count);
		google.requests.length = 0;
		assertSuccess(await run(EXAMPLE));
		const writing = google.requests.filter((request) => !request.startsWith('GET '));
		assert.deepEqual(writing, []);
	};

	const check = checksOf('Google Sheets', async () => {
		begin();
		google.clear();
		google.add('Customers', [[...COLUMNS]]);
	});

	const checks: Check[] = [
		check('has everyone once and as they are, and is then left alone', async () => {
			change(3, { Code: '000042' });
			change(7, { Name: '=1+1', Phone: '0049', City: 'two\r\nlines' });
			change(8, { City: '', Phone: null, Email: undefined });
			await assertInStep(150);
			assert.deepEqual(found(), expected());
		}),
		check('takes five requests to fill, however many rows', async () => {
			begin(1_240);
			assertSuccess(await run(EXAMPLE));
			assert.equal(rows().length, 1_240);
			assert.equal(google.requests.length, 5);
		}),
		check('writes only rows that differ, wherever people move rows and columns', async () => {
			assertSuccess(await run(EXAMPLE));
			const [names = [], ...lines] = cells();
			for (const line of [names, ...lines]) line.unshift(line === names ? 'notes' : '');
			const noted = lines[7] ?? [];
			noted[0] = 'call back';
			cells().splice(0, Infinity, names, ...lines.reverse(), [], ['a remark']);
			change(7, { City: 'Ulm', Phone: '' });
			customers.insert(another());
			await assertInStep(2);
			const [first = {}] = rows().filter(({ notes }) => notes === 'call back');
			assert.deepEqual([first.city, first.phone], ['Ulm', '']);
			assert.equal(rows().length, 151);
		}),
		check('marks removed customers, and brings them back', async () => {
			assertSuccess(await run(EXAMPLE));
			const back = customers.at(7) ?? {};
			customers.remove(7);
			await assertInStep(1);
			const marked = () => rows().filter(({ active }) => active === 'no');
			const [first, ...others] = marked();
			assert.deepEqual([first?.code, others], ['C000008', []]);
			customers.insert(back, 7);
			await assertInStep(1);
			assert.deepEqual(marked(), []);
		}),
		check('adds nobody twice where the column of the codes was renamed', async () => {
			assertSuccess(await run(EXAMPLE));
			const [names = []] = cells();
			names[0] = 'Number';
			const { error } = await run(EXAMPLE);
			assert.match(
				error?.message ?? '',
				/^150 input items have no identifier, but the compared values of "C000001"/,
			);
			assert.equal(cells().length, 151);
		}),
	];
	return checks;
}

/** With empty cells for what is missing, and without a break that n8n's node drops. */
function comparable(...values: unknown[]): unknown[] {
	return values.map((value) =>
		typeof value === 'string' ? value.replace('\r', '') : (value ?? ''),
	);
}
