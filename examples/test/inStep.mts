import assert from 'node:assert/strict';
import type { Row } from '../../harness/n8n/rest.mts';
import { withOptions, type Example } from '../../harness/workflow/examples.mts';
import { expectedRows, FIELDS } from '../../harness/workflow/rows.mts';
import { assertEvents, comparable } from './asserts.mts';
import { easilyLost } from './odd.mts';
import type { CrmScene } from './scene.mts';
import { COMPARING, type Target } from './target.mts';

const COLUMNS = [...Object.keys(FIELDS), 'code2', 'active', 'owner'];

/** What was there before, and has to stay as it is. */
const KEPT: Row[] = [
	{ code2: 'B000001', company: 'Of another company', active: true },
	{ code2: 'B000002', company: 'Another', creditLimit: 12.5, active: false },
	{ company: 'A lead', owner: 'Has no code yet', active: true },
];

/** Begins with 60 customers, and a CRM of whatever rows. */
export function beginInStep(scene: CrmScene, { fill, rows, inStep: example }: Target) {
	const { begin, change, run } = scene;
	begin(60);
	const odd = easilyLost(['Name', 'ContactName', 'Phone', 'City']);
	for (const [index, fields] of odd.entries()) change(index, fields);
	let kept: Row[] = [];
	/** Puts these rows after those that have to stay. */
	const fillBeside = async (added = expectedIn(scene)) => {
		await fill([...KEPT, ...added]);
		kept = (await rows()).slice(0, KEPT.length);
	};
	const assertRows = async (wanted: Row[]) => {
		const all = await rows();
		assert.deepEqual(comparable(all.slice(kept.length).map(inColumns)), comparable(wanted));
		assert.deepEqual(all.slice(0, kept.length), kept);
		return all;
	};
	/** Runs the workflow; the rows are as they should be, and a second run leaves them alone. */
	const assertInStep = async (events: string[], wanted = expectedIn(scene), draft = example) => {
		assertEvents(await run(draft), events, keyFieldIn(draft));
		const all = await assertRows(wanted);
		assertEvents(await run(draft), []);
		assert.deepEqual(await rows(), all);
	};
	const filling = withOptions(example, COMPARING, { maxCreated: 100 });
	return { example, filling, fillBeside, assertRows, assertInStep };
}

/** The field of the list that the drawing identifies records by. */
function keyFieldIn({ nodes }: Example): string {
	const comparing = nodes.find(({ name }) => name === COMPARING);
	return String(Object(comparing?.parameters.keyField).value);
}

/** The rows that a CRM should have: with text in columns of text, and nothing for what is empty. */
export function expectedIn({ service }: CrmScene): Row[] {
	const rows = expectedRows(service).map(({ creditLimit, active, ...texts }) => {
		const values = Object.entries(texts).map(([name, value]) => {
			const text = String(value ?? '');
			return [name, text === '' ? null : text];
		});
		return inColumns({ ...Object.fromEntries(values), creditLimit, active });
	});
	return comparable(rows);
}

/** The columns that the examples fill, and the CRM's own. */
export function inColumns(row: Row): Row {
	return Object.fromEntries(COLUMNS.map((name) => [name, row[name] ?? null]));
}
