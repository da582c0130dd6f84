import assert from 'node:assert/strict';
import type { INode } from 'n8n-workflow';
import type { Row } from '../../../harness/n8n/rest.mts';
import { FIELDS } from '../../../harness/workflow/rows.mts';
import type { DataRecord } from '../../../service/records.mts';

/** What people have in their lists, each in one of 60 customers. */
const ODD_VALUES: DataRecord[] = [
	{ CreditLimit: 'a lot' },
	{ CreditLimit: '1.234,50' },
	{ CreditLimit: '' },
	{ City: ['Ulm', 'Bonn'] },
	{ CreditLimit: undefined, City: undefined },
	{ Name: `O'Neill "& Söhne" <b>{{ 1 + 1 }}</b> $1 \\ ;--` },
];

/** The same by the places of these customers. */
export const ODD_CUSTOMERS = ODD_VALUES.map((fields, index) => [10 * index, fields] as const);

/** Nodes of a CRM that save nothing. */
export const SAVING_NOTHING: Record<string, Partial<INode>> = {
	'returns nothing': coded('return [];'),
	'returns nothing, with Always Output Data': { ...coded('return [];'), alwaysOutputData: true },
	'hands its input on': { type: 'n8n-nodes-base.noOp', typeVersion: 1 },
	'throws as a whole': coded("throw new Error('Down')"),
};

/** A node of the CRM that runs this. */
export function coded(jsCode: string, mode = 'runOnceForAllItems'): Partial<INode> {
	return { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { mode, jsCode } };
}

/**
 * How many of the customers the CRM has.
 *
 * @throws unless it has each customer once and as it is, or the message names it, and nobody else is there
 */
export function assertSavedOrNamed(customers: DataRecord[], rows: Row[], message: string): number {
	const codes = customers.map(({ Code }) => String(Code));
	const found = rows.map(({ code }) => String(code));
	assert.equal(new Set(found).size, found.length, 'Somebody is in the CRM twice');
	assert.deepEqual(
		found.filter((code) => !codes.includes(code)),
		[],
	);
	const missing = customers.filter((customer) => !rows.some((row) => isSame(customer, row)));
	const unnamed = missing.filter(({ Code }) => !message.includes(String(Code)));
	assert.deepEqual(unnamed, [], message);
	return customers.length - missing.length;
}

/** CRMs keep a number or a list as text, and nothing as empty text or null. */
function isSame(customer: DataRecord, row: Row): boolean {
	return Object.entries(FIELDS).every(([name, field]) => {
		const [ours, theirs] = [customer[field] ?? '', row[name] ?? ''];
		return String(ours) === String(theirs) || JSON.stringify(ours) === String(theirs);
	});
}
