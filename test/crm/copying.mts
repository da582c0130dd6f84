import assert from 'node:assert/strict';
import type { DataRecord } from '../../service/records.mts';
import { assertSuccess, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { withSettings, type Example } from '../../harness/workflow/examples.mts';
import type { Check } from '../../harness/script/checks.mts';
import { checksOf, type Scene } from './scene.mts';

/** A CRM, and a workflow that copies customers there. */
export interface Target {
	name: string;
	/** As shipped, or with its writing node replaced. */
	example: Example;
	/** Empties the CRM. */
	clear: () => Promise<void>;
	/** What is in the CRM, with the names that **Map to CRM fields** gives the fields. */
	rows: () => Promise<Row[]>;
	/** The customer with a value that the CRM refuses; absent where it takes every value. */
	refused?: (customer: DataRecord) => DataRecord;
	/** Which field of a customer goes where, the one that finds it again first. */
	fields?: Record<string, string>;
	/** The example for a second company; `false` where companies share the CRM's records. */
	otherCompany?: Example | false;
}

const FIELDS: Record<string, string> = {
	Code: 'code',
	Name: 'company',
	ContactName: 'contact',
	Email: 'email',
	Phone: 'phone',
	City: 'city',
	CreditLimit: 'creditLimit',
	Active: 'active',
};

/** What people have in their lists, each in one customer of 150. */
const ODD: Record<string, DataRecord> = {
	'an amount in words': { CreditLimit: 'a lot' },
	'a German amount': { CreditLimit: '1.234,50' },
	'an empty amount': { CreditLimit: '' },
	'a letter for yes': { Active: 'J' },
	'an empty yes or no': { Active: '' },
	'a list': { City: ['Ulm', 'Bonn'] },
	'no field at all': { CreditLimit: undefined, Active: undefined, City: undefined },
	quotes: { Name: `O'Neill "& Söhne" <b>{{ 1 + 1 }}</b> $1 \\ ;--` },
};

/** Every customer is in the CRM, once and as it is, or was named in a run that failed. */
export function copying(scene: Scene, target: Target): Check[] {
	const { begin, change, customers, run } = scene;
	const { clear, example, refused, rows, fields = FIELDS } = target;
	const { otherCompany = withSettings(example, { companyId: '2' }) } = target;
	const [key = ''] = Object.keys(fields);

	const start = async () => {
		begin();
		await clear();
	};

	/** Runs the workflow twice: the second run must change nothing. */
	const assertCopied = async (left: number | undefined, changed = example) => {
		const first = await run(changed);
		const saved = await rows();
		assertComplete(first, saved, customers.page(0, customers.length), fields, left);
		const second = await run(changed);
		assert.equal(second.error?.message, first.error?.message, 'The second run says the same');
		assert.deepEqual((await rows()).map(withoutTime), saved.map(withoutTime));
	};

	const check = checksOf(target.name, start);

	const byCode = [
		check('keeps numeric codes and leading zeros', async () => {
			for (let index = 0; index < 150; index += 2) change(index, { Code: 1000 + index });
			for (let index = 1; index < 150; index += 2) change(index, { Code: `0000${1000 + index}` });
			await assertCopied(0);
		}),
	];

	const withTwo = (other: Example) => [
		check('keeps two companies apart', async () => {
			await run(example);
			const one = await rows();
			for (let index = 0; index < 150; index++) change(index, { Name: `Other ${index}` });
			await run(other);
			const both = await rows();
			assert.equal(both.length, 300);
			const kept = both.filter(({ companyId }) => String(companyId) === '1').map(withoutTime);
			assert.deepEqual(kept, one.map(withoutTime));
		}),
	];

	const withOtherNames = [
		check('takes other field names in the CRM and in the application', async () => {
			for (let index = 0; index < 150; index++) {
				const { Code, Name, ...others } = customers.at(index) ?? {};
				customers.upsert(index, { CustomerNumber: Code, Title: Name, ...others });
			}
			assertSuccess(await run(renamed(example)));
			const saved = (await rows()).map((row) => [row.customer_no, row.title]);
			const expected = customers
				.page(0, 150)
				.map((customer) => [customer.CustomerNumber, customer.Title]);
			assert.deepEqual(saved.sort(), expected.sort());
		}),
	];

	return [
		check('copies everyone, and a second run changes nothing', async () => assertCopied(0)),
		check('names those that share a code or have none', async () => {
			change(3, { [key]: customers.at(90)?.[key] });
			change(40, { [key]: '' });
			change(41, { [key]: undefined });
			change(42, { [key]: ' ' });
			await assertCopied(5);
		}),
		check('names everyone where nobody has a code', async () => {
			for (let index = 0; index < 150; index++) change(index, { [key]: null });
			await assertCopied(150);
		}),
		check(
			'saves all others where the CRM refuses one or the value is odd',
			async () => {
				for (const [index, values] of Object.values(ODD).entries()) change(10 * index, values);
				if (refused) customers.upsert(100, refused(customers.at(100) ?? {}));
				await assertCopied(undefined);
				const count = (await rows()).length;
				assert.ok(count >= 149 - Object.keys(ODD).length, `Only ${count} were saved`);
			},
			true,
		),
		...(key === 'Code' ? byCode : []),
		...(otherCompany ? withTwo(otherCompany) : []),
		...(example.nodes.some(isCrmNode) ? withOtherNames : []),
	];
}

/** As somebody changes it whose CRM and application have other names for the code and the name. */
function renamed(example: Example): Example {
	const settings = withSettings(example, { codeField: 'CustomerNumber' });
	const nodes = settings.nodes.map((node) => {
		const text = JSON.stringify(node.parameters);
		if (node.name === 'Map to CRM fields') {
			return {
				...node,
				parameters: JSON.parse(
					rename(text.replace('.Code', '.CustomerNumber').replace('.Name', '.Title')),
				),
			};
		}
		return isCrmNode(node) ? { ...node, parameters: JSON.parse(rename(text)) } : node;
	});
	return { ...settings, nodes };
}

function isCrmNode({ type }: Example['nodes'][number]): boolean {
	return ['dataTable', 'postgres', 'mySql'].some((name) => type === `n8n-nodes-base.${name}`);
}

function rename(text: string): string {
	return text.replaceAll(/\bcode\b/g, 'customer_no').replaceAll(/\bcompany\b/g, 'title');
}

/** Without what n8n's Data Table adds. */
export function withoutTime({
	id: _id,
	createdAt: _created,
	updatedAt: _updated,
	...row
}: Row): Row {
	return row;
}

/** @throws unless each customer is in the CRM once and as it is, or was named in a run that failed */
function assertComplete(
	{ status, error }: Execution,
	rows: Row[],
	customers: DataRecord[],
	fields: Record<string, string>,
	/** How many are left out, where that does not depend on the CRM. */
	left: number | undefined,
): void {
	const message = error?.message ?? '';
	const [[key, name] = ['', '']] = Object.entries(fields);
	const named = customers.filter((customer) => {
		const value = String(customer[key] ?? '').trim();
		const found = rows.filter((row) => String(row[name]) === value);
		assert.ok(found.length <= 1, `${value} is in the CRM ${found.length} times`);
		return !found[0] || !isSame(customer, found[0], fields);
	});
	assert.equal(rows.length, customers.length - named.length, 'Nobody else is in the CRM');
	if (left !== undefined) assert.equal(named.length, left, message);
	assert.equal(status, named.length > 0 ? 'error' : 'success', message);
	if (named.length === 0) return;
	assert.match(
		message,
		new RegExp(`^Not saved \\(${named.length} of ${customers.length} customers\\): `),
	);
	for (const { Name } of named.slice(0, 20)) assert.ok(message.includes(String(Name)), message);
	const reasons = [...message.matchAll(/\(([^()]+)\)[;.]/g)].map(([, reason]) => reason);
	assert.equal(new Set(reasons).size, reasons.length, `A reason is said twice: ${message}`);
}

/** CRMs keep a number as text, and nothing as empty text or null. */
function isSame(customer: DataRecord, row: Row, fields: Record<string, string>): boolean {
	const pairs = Object.entries(fields);
	return pairs.every(([field, name]) => text(customer[field]) === text(row[name]));
}

function text(value: unknown): string {
	if (value === null || value === undefined) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
