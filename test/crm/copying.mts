import assert from 'node:assert/strict';
import type { INode } from 'n8n-workflow';
import { assertSuccess, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import type { Check } from '../../harness/script/checks.mts';
import { readExample, withNodes, type Example } from '../../harness/workflow/examples.mts';
import { FIELDS } from '../../harness/workflow/rows.mts';
import type { DataRecord } from '../../service/records.mts';
import { checksOf, comparable, type Scene } from './scene.mts';
import type { Target } from './target.mts';

const EXAMPLE = readExample('customers-to-crm.json');

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

/** Every customer is in the CRM, once and as it is, or was named in a run that failed. */
function copyingTo(scene: Scene, name: string, start: () => Promise<Target>) {
	const { begin, customers, run } = scene;
	return checksOf(`Copy to ${name}`, async () => {
		const { fill, nodes, ...target } = await start();
		const example = withNodes(EXAMPLE, nodes);
		begin();
		await fill([]);
		/** Runs the workflow twice: the second run must change nothing. */
		const assertCopied = async (left?: number) => {
			const first = await run(example);
			const saved = await target.rows();
			assertComplete(first, saved, customers.page(0, customers.length), left);
			const second = await run(example);
			assert.equal(second.error?.message, first.error?.message, 'The second run says the same');
			assert.deepEqual(comparable(await target.rows()), comparable(saved));
			return first.error?.message ?? '';
		};
		return { ...target, example, assertCopied };
	});
}

/** What depends on the CRM. */
export function copying(scene: Scene, name: string, start: () => Promise<Target>): Check[] {
	const { change, customers, run } = scene;
	const check = copyingTo(scene, name, start);
	const keepsApart = check('keeps two companies apart', async ({ example, rows }) => {
		await run(example);
		const one = comparable(await rows());
		for (let index = 0; index < 150; index++) change(index, { Name: `Other ${index}` });
		const toOther = (text: string) => text.replaceAll(/(["'])1(["'])/g, '$12$2');
		await run(withText(example, 'Save to CRM', toOther));
		const both = comparable(await rows());
		assert.equal(both.length, 300);
		assert.deepEqual(both.slice(0, 150), one);
	});
	return [
		keepsApart,
		check('copies everyone, with any code, and clears what is empty', async ({ assertCopied }) => {
			for (let index = 0; index < 150; index += 3) change(index, { Code: 1000 + index });
			for (let index = 1; index < 150; index += 3) change(index, { Code: `0000${1000 + index}` });
			await assertCopied(0);
			change(7, { City: '', Phone: null });
			await assertCopied(0);
		}),
		check(
			'saves all others where the CRM refuses one or the value is odd',
			async ({ assertCopied, reason, refused, rows }) => {
				for (const [index, values] of Object.values(ODD).entries()) change(10 * index, values);
				customers.upsert(100, refused(customers.at(100) ?? {}));
				const message = await assertCopied();
				assert.ok(message.includes(reason), message);
				const { length: count } = await rows();
				assert.ok(count >= 149 - Object.keys(ODD).length, `Only ${count} were saved`);
			},
			true,
		),
	];
}

/** What does not. */
export function leavingOut(scene: Scene, table: Target): Check[] {
	const { begin, change, customers, run } = scene;
	const check = copyingTo(scene, 'Data table', async () => table);
	return [
		check('names those that share a code or have none', async ({ assertCopied }) => {
			change(3, { Code: customers.at(90)?.Code });
			change(40, { Code: '' });
			change(41, { Code: undefined });
			change(42, { Code: ' ' });
			await assertCopied(5);
		}),
		check('names a hundred where nobody has a code', async ({ assertCopied }) => {
			for (let index = 0; index < 150; index++) change(index, { Code: null });
			await assertCopied(150);
		}),
		check('takes other field names in the application', async ({ example, rows }) => {
			for (let index = 0; index < 150; index++) {
				const { Code, Name, ...others } = customers.at(index) ?? {};
				customers.upsert(index, { CustomerNumber: Code, Title: Name, ...others });
			}
			change(3, { CustomerNumber: '' });
			const rename = (text: string) =>
				text.replaceAll(/\bCode\b/g, 'CustomerNumber').replaceAll(/\bName\b/g, 'Title');
			const reading = withText(example, 'Get all customers', rename);
			const { error } = await run(withText(reading, 'Save to CRM', rename));
			assert.match(error?.message ?? '', /^Not saved: Record 4 in the list .+ 'CustomerNumber'\.$/);
			const saved = (await rows()).map((row) => [row.code, row.company]);
			const others = customers.page(0, 150).filter(({ CustomerNumber }) => CustomerNumber);
			const expected = others.map((customer) => [customer.CustomerNumber, customer.Title]);
			assert.deepEqual(saved.sort(), expected.sort());
		}),
		...Object.entries(SAVING_NOTHING).map(([what, node]) =>
			check(`names everyone where the node that saves ${what}`, async ({ example }) => {
				begin(20);
				const { error } = await run(withNodes(example, { 'Save to CRM': node }));
				for (let index = 0; index < 20; index++) {
					assert.ok(error?.message.includes(String(customers.at(index)?.Name)), error?.message);
				}
			}),
		),
		check('takes a node that returns several rows for one customer', async ({ example }) => {
			const several = coded('return [{ json: { id: 1 } }, { json: { id: 2 } }];');
			assertSuccess(await run(withNodes(example, { 'Save to CRM': several })));
		}),
	];
}

/** A node of the CRM that runs this. */
function coded(jsCode: string): Partial<INode> {
	return { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** The example with another text in the parameters of a node. */
function withText(example: Example, node: string, change: (text: string) => string): Example {
	const { parameters } = example.nodes.find(({ name }) => name === node) ?? {};
	return withNodes(example, {
		[node]: { parameters: JSON.parse(change(JSON.stringify(parameters))) },
	});
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
