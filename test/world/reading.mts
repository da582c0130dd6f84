import '../../harness/engine/environment.mts';
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { customersRun, startNode } from '../../harness/engine/runNode.mts';
import type { DataRecord } from '../../service/records.mts';
import type { Customers } from './customers.mts';

export type Reading = Awaited<ReturnType<typeof read>>;

/** A read that takes longer does not end by itself. */
const LONGEST_MS = 60_000;

/** Reads all customers with the node, perhaps through a gateway, and compares them with the table before and after. */
export async function read(customers: Customers, options: INodeParameters, host?: string) {
	const { service, rows } = customers;
	const credential = { baseUrl: `http://${host ?? new URL(service.baseUrl).host}/rest/v1` };
	const before = await rows();
	const run = startNode(customersRun(service, options, { credential }));
	const limit = setTimeout(run.cancel, LONGEST_MS);
	const { records: all, error, hints } = await run.outcome.finally(() => clearTimeout(limit));
	const records = all.map(({ read_at: _, ...record }) => record);
	const message = error && `${error.message}. ${error.description}`;
	const { length: requests } = service.requests;
	const wrong = error ? [] : differences(records, before, await rows());
	const told = [...wrong, message ?? 'success', ...hints, `${requests} requests`];
	return { records, message, hints, requests, wrong, summary: told.join('; ') };
}

/** @throws AssertionError unless every customer whom nobody moved came exactly once */
export function expectWhole({ message, wrong, hints, summary }: Reading): void {
	const isMisled = hints.some((hint) => hint.includes('cannot'));
	assert.ok(message === undefined && wrong.length === 0 && !isMisled, summary);
}

/** @throws AssertionError unless the read ended with such a message, and no records */
export function expectMessage({ message = '', records, summary }: Reading, words = /./): void {
	const isUseful = words.test(message) && !/cannot overlap|cancel+ed/.test(message);
	assert.ok(isUseful && records.length === 0, summary);
}

export function expectWholeOrMessage(reading: Reading, words?: RegExp): void {
	if (reading.message === undefined) expectWhole(reading);
	else expectMessage(reading, words);
}

/** What is wrong with the records, for people. */
function differences(records: DataRecord[], before: DataRecord[], after: DataRecord[]): string[] {
	const [old, now] = [byCode(before), byCode(after)];
	const times = new Map<unknown, number>();
	for (const { code } of records) times.set(code, (times.get(code) ?? 0) + 1);
	const unmoved = before.filter(({ code, city }) => now.get(code)?.city === city);
	const isOdd = (record: DataRecord) =>
		![old, now].some((rows) => isDeepStrictEqual(rows.get(record.code), record));
	const found = {
		lost: unmoved.filter(({ code }) => !times.has(code)),
		doubled: unmoved.filter(({ code }) => (times.get(code) ?? 0) > 1),
		odd: records.filter(isOdd),
	};
	return Object.entries(found)
		.filter(([, { length }]) => length > 0)
		.map(([how, rows]) => `${rows.length} ${how} (${rows[0]?.code}, ${rows.at(-1)?.code})`);
}

function byCode(rows: DataRecord[]) {
	return new Map(rows.map((row) => [row.code, row]));
}
