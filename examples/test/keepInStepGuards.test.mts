import assert from 'node:assert/strict';
import type { INode } from 'n8n-workflow';
import { describe } from 'vitest';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { COLUMN_NAMES, expectedRows } from '../../harness/workflow/rows.mts';
import type { DataRecord } from '../../service/records.mts';
import { columns, drag } from '../source/crm.mts';
import { assertEvents, assertNames, comparable } from './asserts.mts';
import { test } from './crm.mts';
import { SAVING_NOTHING } from './odd.mts';

const EXAMPLE = readExample('keep-the-crm-in-step.json');
const CREATING = 'Create in CRM';
const UPDATING = 'Update in CRM';

/** The first rows that were read, without those of codes that are new. */
const IN_PART = { 'Read the CRM': { parameters: { returnAll: false, limit: 55 } } };
const INSERTING = { [CREATING]: { parameters: { operation: 'insert' } } };

interface OddCrm {
	nodes?: Record<string, Partial<INode>>;
	/** What is saved as the code, and by which nodes. */
	code?: string;
	by?: string[];
	/** Of customers that are new. */
	added?: DataRecord[];
	/** How many rows it gets, once and for all. */
	copies: number;
	/** What each execution names after those that are silent, of which there is one; nothing if nothing is left to do. */
	says?: string;
	silent?: number;
}

const NOT_DONE = ' output as created before, but that was not done';
const RESPELLED = 'A contact has ';
const UNDER_ANOTHER = 'in your CRM under another identifier: ';

/** CRMs that show or keep something else than they were given, each in five executions. */
const ODD_CRMS: Record<string, OddCrm> = {
	'keeps everything': { copies: 1 },
	'is read in part': { nodes: { ...IN_PART, ...INSERTING }, copies: 6, says: NOT_DONE },
	'cuts codes': { code: '$json.code.slice(0, 4)', copies: 1, says: UNDER_ANOTHER },
	'drops leading zeros': {
		code: 'String(Number($json.code))',
		added: [{ Code: '000777' }],
		copies: 1,
		says: RESPELLED,
	},
	'composes accents': {
		code: "$json.code.normalize('NFC')",
		added: [{ Code: 'KO\u0308LN-1' }],
		copies: 1,
		says: RESPELLED,
	},
	'loses the code of whom it creates': { code: "''", copies: 1 },
	'saves the code nowhere': {
		code: "''",
		by: [CREATING, UPDATING],
		copies: 1,
		says: ' output as updated before, but that was not done',
		silent: 2,
	},
	'takes all or none': {
		nodes: INSERTING,
		added: [{}, { CreditLimit: 'n/a' }, {}],
		copies: 0,
		says: NOT_DONE,
	},
	...Object.fromEntries(
		Object.entries(SAVING_NOTHING).map(([what, node]) => [
			`has a node that ${what}`,
			{ nodes: { [CREATING]: node }, copies: 0, says: NOT_DONE },
		]),
	),
};

/** What a node saves that saves this as the code, and all else as it is. */
function saving(code: string): Partial<INode> {
	const values = [...COLUMN_NAMES, 'active'].map((name) => [name, drag(name)]);
	const value = { ...Object.fromEntries(values), code: `={{ ${code} }}` };
	return { parameters: { columns: { ...columns(value), schema: [] } } };
}

/** What Compare guards against ends the execution, and whatever a node did not save is named. */
describe('Keep Data Table in step', () => {
	test.beforeEach(async ({ scene, crm }) => {
		scene.begin(60);
		await crm.fill(expectedRows(scene.service));
	});

	test('deletes where that is what the node does', async ({ scene, crm }) => {
		const { customers, run, service } = scene;
		customers.remove(7, 2);
		const deleting = { parameters: { operation: 'deleteRows' } };
		const example = withNodes(EXAMPLE, { 'Mark inactive': deleting });
		assertEvents(await run(example), ['removed C000008', 'removed C000009']);
		const left = comparable(await crm.rows()).map(
			({ owner: _owner, code2: _other, ...row }) => row,
		);
		assert.deepEqual(left, expectedRows(service));
		assertEvents(await run(EXAMPLE), []);
	});

	test('removes up to a fifth, and nobody where it is more', async ({ scene, crm }) => {
		const { codeOf, customers, messageOf, run } = scene;
		const fifth = [...Array(12).keys()].map((index) => `removed ${codeOf(index)}`);
		customers.remove(0, 12);
		assertEvents(await run(EXAMPLE), fifth);
		customers.remove(0, 13);
		const before = await crm.rows();
		assertNames(await messageOf(EXAMPLE), '13 of 48 contacts have no record in the list');
		assert.deepEqual(await crm.rows(), before);
	});

	for (const [what, odd] of Object.entries(ODD_CRMS)) {
		test(`creates nobody twice in five executions where the CRM ${what}`, async ({
			scene,
			crm,
		}) => {
			const { another, codeOf, customers, published } = scene;
			const { nodes = {}, code, added = [{}], copies, says } = odd;
			const { by = [CREATING], silent = 1 } = odd;
			for (const fields of added) customers.insert({ ...another(), ...fields });
			const before = (await crm.rows()).length;
			const keeping =
				code === undefined ? {} : Object.fromEntries(by.map((name) => [name, saving(code)]));
			const runAgain = await published(withNodes(EXAMPLE, { ...nodes, ...keeping }));
			for (let nth = 1; nth <= 5; nth++) {
				const { message = '' } = (await runAgain()).error ?? {};
				if (says === undefined || nth <= silent) assert.equal(message, '');
				else assertNames(message, says, `"${codeOf(60)}"`);
				assert.equal((await crm.rows()).length, before + copies);
			}
		});
	}

	test('names customers without a code of their own, keeps their rows, and saves others', async ({
		scene,
		crm,
	}) => {
		const { change, codeOf, customers, messageOf } = scene;
		change(5, { Code: codeOf(9) });
		change(20, { Code: '' });
		change(30, { Name: 'Changed' });
		customers.remove(40);
		const message = await messageOf(EXAMPLE);
		assertNames(message, 'records 6 and 10 in the list differ', 'Record 21 in the list');
		const saved = await crm.rows();
		assert.ok(saved.every(({ active }) => active));
		assert.equal(saved.find(({ code }) => code === codeOf(30))?.company, 'Changed');
	});
});
