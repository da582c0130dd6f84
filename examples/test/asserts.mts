import assert from 'node:assert/strict';
import { assertSuccess, outputsOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { FIELDS } from '../../harness/workflow/rows.mts';
import type { DataRecord } from '../../service/records.mts';
import { COMPARING } from './target.mts';

/** @throws unless the message has all of these words */
export function assertNames(message: string, ...words: string[]): void {
	for (const word of words) assert.ok(message.includes(word), message || `Nothing names ${word}`);
}

/** @throws unless an execution succeeded and had this to do; a row can have its code anywhere */
export function assertEvents(execution: Execution, expected: string[], key = 'Code'): void {
	assertSuccess(execution);
	const outputs = outputsOf(execution, COMPARING);
	const found = ['created', 'updated', 'removed'].flatMap((kind, output) => {
		const left = expected.filter((event) => event.startsWith(`${kind} `));
		return (outputs[output] ?? []).map((item) => {
			if (key in item) return `${kind} ${String(item[key])}`;
			const index = left.findIndex((event) => holds(item, event.slice(kind.length + 1)));
			return index < 0 ? `${kind} ${JSON.stringify(item)}` : left.splice(index, 1).join();
		});
	});
	// CRMs give rows in an order of their own, such as that in which parallel requests arrived.
	assert.deepEqual(found.sort(), expected.toSorted());
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
	const others = found.filter((code) => !codes.includes(code));
	assert.deepEqual(others, []);
	const missing = customers.filter((customer) => !rows.some((row) => isSame(customer, row)));
	const unnamed = missing.filter(({ Code }) => !message.includes(String(Code)));
	assert.deepEqual(unnamed, [], message);
	return customers.length - missing.length;
}

/** The rows without what n8n's Data Table adds, and in an order that all tables share. */
export function comparable(rows: Row[]): Row[] {
	const key = ({ code, code2 }: Row) => `${code2 ?? ''} ${code}`;
	return rows
		.map(({ id: _id, createdAt: _created, updatedAt: _updated, ...row }) => row)
		.toSorted((a, b) => key(a).localeCompare(key(b)));
}

/** Whether a code is somewhere in a row; a sheet keeps one that is a number. */
function holds(value: unknown, code: string): boolean {
	if (!(value instanceof Object)) return String(value) === code;
	return Object.values(value).some((one) => holds(one, code));
}

/** CRMs keep a number or a list as text, and nothing as empty text or null. */
function isSame(customer: DataRecord, row: Row): boolean {
	return Object.entries(FIELDS).every(([name, field]) => {
		const [ours, theirs] = [customer[field] ?? '', row[name] ?? ''];
		const texts = [String(ours), JSON.stringify(ours), [ours].flat().join(', ')];
		return texts.includes(String(theirs));
	});
}
