import { readFileSync } from 'node:fs';

import { NodeApiError } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { readConnection } from '../../nodes/CustomerData/api/connection';
import type { Failure } from '../../nodes/CustomerData/api/failures';
import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node';
import { readListRequest } from '../../nodes/CustomerData/getMany';
import { toNodeError } from '../../nodes/CustomerData/nodeErrors';
import { PageNotRead } from '../../nodes/CustomerData/paging/pages';
import { OPTIONS } from '../../nodes/CustomerData/parameters/options';
import { readValue } from '../../nodes/CustomerData/parameters/values';
import { FieldPicker } from '../../nodes/CustomerData/read/fields';
import { hintsFor } from '../../nodes/CustomerData/read/hints';
import { checkRemovals } from '../../nodes/CustomerData/watch/compare';
import { refuseMissing, refuseShared } from '../../nodes/CustomerData/watch/read';
import { readWatchRequest } from '../../nodes/CustomerData/watch/request';
import { allFailures, context } from './support/failures.mts';
import { ONE_OF_EACH_HINT } from './support/readResults.mts';
import { refusalOf } from './support/refusals.mts';

/** What n8n shows for a failure of GetCustomers at offset 100, for input item 3. */
function shown(found: Failure) {
	const error = toNodeError(new PageNotRead(found, 'GetCustomers', 100), context, 3);
	if (!(error instanceof NodeApiError)) throw new Error('Not an error of n8n');
	const { message, description, failure: declared, httpCode } = error;
	return { name: found.name, message, description, declared, httpCode };
}

const valid = { baseUrl: 'https://example.com', apiKey: 'key', companyId: '1' };
const connection = (change: object) => refusalOf(() => readConnection({ ...valid, ...change }));
const read = (reader: typeof readListRequest | typeof readWatchRequest, given: object) => {
	const values = new Map(Object.entries({ resource: 'customerGroup', ...given }));
	return refusalOf(() => reader((name, fallback) => values.get(name) ?? fallback));
};
const list = (given: object) => read(readListRequest, given);
const watch = (given: object) => read(readWatchRequest, given);

function missingFields(...fields: string[]) {
	const picker = new FieldPicker(fields);
	picker.notice({ Name: 'A', Code: 'C1', Äpfel: 2 });
	return refusalOf(() => picker.check());
}

/** One of each kind that users can be told about what they entered, and what that led to. */
const refusals = () =>
	[
		...['', 'x', 'ftp://x', 'https://a:b@x', 'https://x?y'].map((baseUrl) =>
			connection({ baseUrl }),
		),
		...['', 'ä'].flatMap((text) => [connection({ apiKey: text }), connection({ companyId: text })]),
		...Object.values(OPTIONS).map((option) => refusalOf(() => readValue(option, {}))),
		missingFields('code'),
		missingFields('code', 'Shoe Size'),
		list({ returnAll: 'maybe' }),
		list({ limit: 0 }),
		list({ resource: 'invoice' }),
		list({ resource: '__CUSTOM_API_CALL__' }),
		list({ resource: 'other' }),
		list({ resource: 'other', operationName: 'a b' }),
		watch({ resource: 'customer', events: ['created'] }),
		watch({}),
		watch({ events: ['created'], options: { fields: 'a', ignoreFields: 'a' } }),
		refuseMissing('Code', 0),
		refuseShared('Email', '"a@b.example"', 10, 120),
		refusalOf(() => checkRemovals(90, 200, 20)),
		refusalOf(() => checkRemovals(1, 10, 5)),
	].map(({ message, description }) => ({ message, description }));

const hints = () =>
	[...hintsFor(ONE_OF_EACH_HINT), ...(new CustomerDataTrigger().description.hints ?? [])].map(
		({ message }) => message,
	);

const failures = () => allFailures().map(shown);

it('are those that were last reviewed, without the words that n8n avoids', async () => {
	const text = `${JSON.stringify([...failures(), ...refusals(), ...hints()], undefined, '\t')}\n`;
	expect(text).not.toMatch(/\b(error|problem|failure|failed|mistake)\b/i);
	await expect(text).toMatchFileSnapshot('descriptions/messages.json');
});

/** The first column of a table. */
function firstColumn(text = ''): string[] {
	const rows = text.split('\n').map((line) => /^\| (?!Message |Hint |---)(.+?) \|/.exec(line)?.[1]);
	return rows.flatMap((cell) => cell?.split('<br>') ?? []);
}

/** An ellipsis in a row stands for what differs. */
function fits(message: string, row: string): boolean {
	const parts = row.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${parts.join('.+')}$`, 's').test(message);
}

/** Those that the rows of a table do not explain, or more than one does, and rows that explain none. */
function unexplained(told: string[], rows: string[]): string[] {
	const isOdd = (message: string) => rows.filter((row) => fits(message, row)).length !== 1;
	const isVain = (row: string) => !told.some((message) => fits(message, row));
	return [...told.filter(isOdd), ...rows.filter(isVain)];
}

it('are explained in docs/messages.md, each once and nothing else', () => {
	const [messageTable, hintTable] = readFileSync('docs/messages.md', 'utf8').split('## Hints');
	const messages = [
		...[...failures(), ...refusals()].map(({ message }) => message),
		// Only n8n's engine brings these about; its tests hold them to the same words.
		'There is no operation "delete"',
		'The list takes longer to read than n8n allows for a poll',
	];
	expect(unexplained(messages, firstColumn(messageTable))).toEqual([]);
	// A row holds the first words of a hint.
	const beginnings = hints().map((hint) => hint.replace(/(?<=\.) .*/, ''));
	expect(unexplained(beginnings, firstColumn(hintTable))).toEqual([]);
});
