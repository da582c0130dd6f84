import type { INode } from 'n8n-workflow';
import type { DataRecord } from '../../service/records.mts';

/** Values that get lost on the way, in the first customers. @param texts the fields that may hold whatever */
export function easilyLost(texts: string[], canLackEmail = true): DataRecord[] {
	return [
		{ Code: '000042' },
		{ CreditLimit: null, ...(canLackEmail && { Email: '' }) },
		{ Name: `O'Neill "& Söhne" {{ 1 + 1 }} \\`, City: '<b>Köln</b>' },
		{ Code: 1000, Phone: 32_920_003 },
		filledWith(0, [...texts, 'CreditLimit']),
		filledWith(false, texts),
	];
}

export function filledWith(value: number | boolean, fields: string[]): DataRecord {
	return Object.fromEntries(fields.map((field) => [field, value]));
}

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
