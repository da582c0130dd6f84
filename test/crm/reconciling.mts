import assert from 'node:assert/strict';
import type { INode } from 'n8n-workflow';
import type { Check } from '../../harness/script/checks.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { expectedRows } from '../../harness/workflow/rows.mts';
import type { DataRecord } from '../../service/records.mts';
import { SAVING_NOTHING } from './copying.mts';
import { assertEvents } from './inStep.mts';
import { checksOf, comparable, type Scene } from './scene.mts';
import type { Target } from './target.mts';

const EXAMPLE = readExample('keep-the-crm-in-step.json');

/** The first rows that were read, without those of codes that are new. */
const FIRST = { type: 'n8n-nodes-base.dataTable', parameters: { returnAll: false, limit: 55 } };
const CODE = 'columns';
const inserting = { 'Create in CRM': { parameters: { operation: 'insert' } } };

interface OddCrm {
	node?: Record<string, Partial<INode>>;
	/** Of customers that are new. */
	added?: DataRecord[];
	/** How many rows it gets, once and for all. */
	copies: number;
	/** Whether nothing is left to do. */
	isRight?: boolean;
}

/** CRMs that show or keep something else than they were given, each in five executions. */
const ODD_CRMS: Record<string, OddCrm> = {
	'keeps everything': { copies: 1, isRight: true },
	'is read in part': { node: { 'Read the CRM': FIRST, ...inserting }, copies: 6 },
	'cuts codes': { node: saving('={{ $json.Code.slice(0, 4) }}'), copies: 1 },
	'drops leading zeros': {
		node: saving('={{ String(Number($json.Code)) }}'),
		added: [{ Code: '000777' }],
		copies: 1,
	},
	'composes accents': {
		node: saving("={{ $json.Code.normalize('NFC') }}"),
		added: [{ Code: 'KO\u0308LN-1' }],
		copies: 1,
	},
	'saves the code nowhere': { node: saving(''), copies: 1 },
	'takes all or none': { node: inserting, added: [{}, { CreditLimit: 'n/a' }, {}], copies: 0 },
	'saves nothing': {
		node: { 'Create in CRM': { type: 'n8n-nodes-base.noOp', typeVersion: 1 } },
		copies: 0,
	},
};

function saving(code: string): Record<string, Partial<INode>> {
	const { parameters = {} } = EXAMPLE.nodes.find(({ name }) => name === 'Create in CRM') ?? {};
	const columns = Object(parameters[CODE]);
	const changed = { ...columns, value: { ...columns.value, code } };
	return { 'Create in CRM': { parameters: { [CODE]: changed } } };
}

/** What Compare guards against ends the execution, and whatever a node did not save is named. */
export function reconciling(scene: Scene, { fill, rows }: Target): Check[] {
	const { another, begin, change, customers, published, run, service } = scene;
	const expected = () => expectedRows(service);
	const codeOf = (index: number) => String(customers.at(index)?.Code);
	const message = async (example = EXAMPLE) => (await run(example)).error?.message ?? '';

	const check = checksOf('Keep Data table in step', async () => {
		begin(60);
		await fill(expected());
	});

	return [
		check('deletes where that is what the node does', async () => {
			customers.remove(7, 2);
			const deleting = { parameters: { operation: 'deleteRows' } };
			const example = withNodes(EXAMPLE, { 'Mark inactive': deleting });
			assertEvents(await run(example), ['removed C000008', 'removed C000009']);
			const left = comparable(await rows()).map(({ owner: _owner, ...row }) => row);
			assert.deepEqual(left, expected());
			assertEvents(await run(EXAMPLE), []);
		}),
		check('removes up to a fifth, and nobody where it is more', async () => {
			const fifth = customers.page(0, 12).map(({ Code }) => `removed ${String(Code)}`);
			customers.remove(0, 12);
			assertEvents(await run(EXAMPLE), fifth);
			customers.remove(0, 13);
			const before = await rows();
			assert.match(await message(), /^13 of 48 input items have no record in the list, more than/);
			assert.deepEqual(await rows(), before);
		}),
		check('doubles nobody where the CRM was read in part', async () => {
			const inPart = { parameters: { returnAll: false, limit: 30 } };
			const example = withNodes(EXAMPLE, { 'Read the CRM': inPart });
			assert.match(await message(example), /^30 of 60 records are not in the input/);
			assert.equal((await rows()).length, 60);
		}),
		...Object.entries(SAVING_NOTHING).map(([what, node]) =>
			check(`names at the next execution whom the CRM lacks where a node ${what}`, async () => {
				customers.insert(another());
				customers.remove(7);
				await published(withNodes(EXAMPLE, { 'Create in CRM': node }), async (runAgain) => {
					await runAgain();
					const { error } = await runAgain();
					const words = `"${codeOf(59)}" was output as created before, but that was not done`;
					assert.ok(error?.message.includes(words), error?.message);
				});
			}),
		),
		...Object.entries(ODD_CRMS).map(
			([what, { node = {}, added = [{}], copies, isRight = false }]) =>
				check(`creates nobody twice in five executions where the CRM ${what}`, async () => {
					for (const fields of added) customers.insert({ ...another(), ...fields });
					const before = (await rows()).length;
					await published(withNodes(EXAMPLE, node), async (runAgain) => {
						for (let nth = 1; nth <= 5; nth++) {
							const { error } = await runAgain();
							const isGreen = isRight || nth === 1;
							assert.equal(error === undefined, isGreen, `Execution ${nth}: ${error?.message}`);
							assert.equal((await rows()).length, before + copies);
						}
					});
				}),
		),
		check(
			'names customers without a code of their own, keeps their rows, and saves others',
			async () => {
				change(5, { Code: customers.at(9)?.Code });
				change(20, { Code: '' });
				change(30, { Name: 'Changed' });
				customers.remove(40);
				const named = await message();
				for (const words of ['records 6 and 10 in the list differ', 'Record 21 in the list']) {
					assert.ok(named.includes(words), named);
				}
				const saved = await rows();
				assert.ok(saved.every(({ active }) => active));
				assert.equal(saved.find(({ code }) => code === codeOf(30))?.company, 'Changed');
			},
		),
	];
}
