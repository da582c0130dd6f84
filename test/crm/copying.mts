import assert from 'node:assert/strict';
import type { INode } from 'n8n-workflow';
import { assertSuccess, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import type { Check } from '../../harness/script/checks.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { customersOf, FIELDS } from '../../harness/workflow/rows.mts';
import type { DataRecord } from '../../service/records.mts';
import {
	assertNames,
	checksOf,
	comparable,
	each,
	quick,
	renamed,
	withNames,
	withText,
	type Scene,
} from './scene.mts';
import type { Target } from './target.mts';

const EXAMPLE = readExample('customers-to-crm.json');
const SAVING = 'Save to CRM';

/** What people have in their lists, each in one customer of 150. */
const ODD: Record<string, DataRecord> = {
	'an amount in words': { CreditLimit: 'a lot' },
	'a German amount': { CreditLimit: '1.234,50' },
	'an empty amount': { CreditLimit: '' },
	'a list': { City: ['Ulm', 'Bonn'] },
	'no field at all': { CreditLimit: undefined, City: undefined },
	quotes: { Name: `O'Neill "& Söhne" <b>{{ 1 + 1 }}</b> $1 \\ ;--` },
};

/** Nodes of a CRM that save nothing. */
export const SAVING_NOTHING: Record<string, Partial<INode>> = {
	'returns nothing': coded('return [];'),
	'returns nothing, with Always Output Data': { ...coded('return [];'), alwaysOutputData: true },
	'hands its input on': { type: 'n8n-nodes-base.noOp', typeVersion: 1 },
	'throws as a whole': coded("throw new Error('Down')"),
};

/** Begins with 150 customers, and an empty CRM. */
function beginCopy({ begin, messageOf, run, service }: Scene, start: () => Promise<Target>) {
	return async () => {
		const { fill, upsert = {}, ...target } = await start();
		const example = withNodes(EXAMPLE, { [SAVING]: upsert });
		begin();
		await fill([]);
		/** Runs the workflow twice: the second run must change nothing. */
		const assertCopied = async (left?: number) => {
			const first = await run(example);
			const message = first.error?.message ?? '';
			const saved = await target.rows();
			assertComplete(first, saved, customersOf(service), left);
			assert.equal(await messageOf(example), message, 'The second run says the same');
			assert.deepEqual(comparable(await target.rows()), comparable(saved));
			return message;
		};
		return { ...target, example, assertCopied };
	};
}

/** Every customer is in the CRM, once and as it is, or was named in a run that failed. */
export function copying(scene: Scene, name: string, start: () => Promise<Target>): Check[] {
	const { begin, change, changeAll, customers, run } = scene;
	return checksOf(`Copy to ${name}`, beginCopy(scene, start), {
		async 'keeps two companies apart'({ example, rows, toOther }) {
			await run(example);
			const one = comparable(await rows());
			changeAll((_, index) => ({ Name: `Other ${index}` }));
			await run(withText(example, toOther, SAVING));
			const both = comparable(await rows());
			assert.equal(both.length, 300);
			assert.deepEqual(both.slice(0, 150), one);
		},
		async 'copies everyone, clears what is empty, and takes text for a number'({ assertCopied }) {
			changeAll((_, index) => {
				const codes = [{ Code: 1000 + index }, { Code: `0000${1000 + index}` }, {}];
				return codes[index % codes.length] ?? {};
			});
			await assertCopied(0);
			changeAll(({ Code, CreditLimit }) => {
				return { Code: String(Code), CreditLimit: String(CreditLimit) };
			});
			change(7, { City: '', Phone: null });
			await assertCopied(0);
		},
		async 'adds a row for a code that changed, and keeps the old one'({ example, rows }) {
			begin(10);
			assertSuccess(await run(example));
			const before = comparable(await rows());
			change(7, { Code: 'NEW' });
			for (const _ of ['first', 'second']) {
				assertSuccess(await run(example));
				const after = comparable([...before, { ...before[7], code: 'NEW' }]);
				assert.deepEqual(comparable(await rows()), after);
			}
		},
		'saves all others where the CRM refuses one or the value is odd': quick(
			async ({ assertCopied, reason = '', refused, rows }) => {
				for (const [index, values] of Object.values(ODD).entries()) change(10 * index, values);
				customers.upsert(100, refused(customers.at(100) ?? {}));
				assertNames(await assertCopied(), reason);
				const { length: count } = await rows();
				assert.ok(count >= 149 - Object.keys(ODD).length, `Only ${count} were saved`);
			},
		),
	});
}

/** What does not depend on the CRM. */
export function leavingOut(scene: Scene, table: Target): Check[] {
	const { begin, change, changeAll, codeOf, messageOf, run, service } = scene;
	const start = async () => table;
	return checksOf('Copy to Data Table', beginCopy(scene, start), {
		async 'names those that share a code or have none'({ assertCopied }) {
			change(3, { Code: codeOf(90) });
			for (const [index, Code] of ['', undefined, ' '].entries()) change(40 + index, { Code });
			await assertCopied(5);
		},
		async 'names a hundred where nobody has a code'({ assertCopied }) {
			changeAll(() => ({ Code: null }));
			await assertCopied(150);
		},
		async 'takes other field names in the application'({ rows }) {
			const names = { Code: 'Kunden-Nr. [1]', Name: '😀 Title' };
			changeAll((customer, index) =>
				withNames({ ...customer, ...(index === 3 && { Code: '' }) }, names),
			);
			const rename = (text: string) => renamed(text, names);
			const example = withText(EXAMPLE, rename, 'Get all customers', SAVING);
			assertNames(await messageOf(example), 'Not saved: Record 4 in the list', `'${names.Code}'.`);
			const saved = (await rows()).map((row) => [row.code, row.company]);
			const others = customersOf(service).filter((customer) => customer[names.Code]);
			const expected = others.map((customer) => [customer[names.Code], customer[names.Name]]);
			assert.deepEqual(saved.sort(), expected.sort());
		},
		...each(SAVING_NOTHING, 'names everyone where the node that saves', async (node) => {
			begin(20);
			const names = customersOf(service).map(({ Name }) => String(Name));
			assertNames(await messageOf(withNodes(EXAMPLE, { [SAVING]: node })), ...names);
		}),
		async 'takes a node that returns several rows for one customer'() {
			const several = coded('return [{ json: { id: 1 } }, { json: { id: 2 } }];');
			assertSuccess(await run(withNodes(EXAMPLE, { [SAVING]: several })));
		},
	});
}

/** A node of the CRM that runs this. */
function coded(jsCode: string): Partial<INode> {
	return { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** How many are named at most. */
const MOST_NAMED = 100;

/** @throws unless each customer is in the CRM once and as it is, or was named in a run that failed */
function assertComplete(
	{ status, error }: Execution,
	rows: Row[],
	customers: DataRecord[],
	/** How many are left out, where that does not depend on the CRM. */
	left: number | undefined,
): void {
	const message = error?.message ?? '';
	const missing = customers.filter((customer) => {
		const value = String(customer.Code ?? '').trim();
		const found = rows.filter(({ code }) => String(code) === value);
		assert.ok(found.length <= 1, `${value} is in the CRM ${found.length} times`);
		return !found[0] || !isSame(customer, found[0]);
	});
	assert.equal(rows.length, customers.length - missing.length, 'Nobody else is in the CRM');
	if (left !== undefined) assert.equal(missing.length, left, message);
	assert.equal(status, missing.length > 0 ? 'error' : 'success', message);
	const isNamed = ({ Code, Name }: DataRecord) =>
		[Name, Code].some((text) => text && String(text).trim() && message.includes(String(text)));
	const named = missing.filter(isNamed);
	assert.equal(named.length, Math.min(missing.length, MOST_NAMED), message);
}

/** CRMs keep a number as text, and nothing as empty text or null. */
function isSame(customer: DataRecord, row: Row): boolean {
	return Object.entries(FIELDS).every(([name, field]) => text(customer[field]) === text(row[name]));
}

function text(value: unknown): string {
	if (value === null || value === undefined) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
