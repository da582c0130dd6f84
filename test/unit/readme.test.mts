import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node';
import { RESOURCES } from '../../nodes/CustomerData/resources';
import { readListRequest } from '../../nodes/CustomerData/getMany';
import { OPTIONS, readOptions } from '../../nodes/CustomerData/parameters/options';
import { readWatchRequest } from '../../nodes/CustomerData/watch/request';
import { readValue } from '../../nodes/CustomerData/parameters/values';
import { FieldPicker } from '../../nodes/CustomerData/read/fields';
import { hintsFor } from '../../nodes/CustomerData/read/hints';
import { readConnection } from '../../nodes/CustomerData/api/connection';
import { refuseMissing, refuseShared } from '../../nodes/CustomerData/watch/read';
import { checkRemovals } from '../../nodes/CustomerData/watch/compare';
import { ALL_FAILURES, shown } from './support/failures.mts';
import { ONE_OF_EACH_HINT } from './support/readResults.mts';

const readme = readFileSync('README.md', 'utf8');

const [messagesText = '', hintsText = ''] = readFileSync('docs/messages.md', 'utf8').split(
	'## Hints',
);
const documented = firstColumn(messagesText);
const documentedHints = firstColumn(hintsText);

/** Of a table; an ellipsis stands for what differs. */
function firstColumn(text: string): string[] {
	return text
		.split('\n')
		.flatMap((line) => /^\| (?!Message |Hint |---)(.+?) \|/.exec(line)?.[1] ?? [])
		.flatMap((cell) => cell.split('<br>'));
}

function section(heading: string): string {
	const start = readme.indexOf(`\n${heading}\n`);
	expect(start, heading).toBeGreaterThan(0);
	return readme.slice(start, readme.indexOf('\n## ', start + 1));
}

function fits(message: string, row: string): boolean {
	const parts = row.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${parts.join('.+')}$`, 's').test(message);
}

function refusalOf(read: () => unknown): string {
	try {
		read();
	} catch (error) {
		if (error instanceof Error) return error.message;
	}
	throw new Error('Nothing was refused');
}

const valid = { baseUrl: 'https://example.com', apiKey: 'key', companyId: '1' };
const connection = (change: object) => refusalOf(() => readConnection({ ...valid, ...change }));
const watch = (given: Record<string, unknown>) =>
	refusalOf(() => readWatchRequest((name, fallback) => given[name] ?? fallback));
const list = (given: Record<string, unknown>) =>
	refusalOf(() => readListRequest((name, fallback) => given[name] ?? fallback));

function missingFields(...fields: string[]): string {
	const picker = new FieldPicker(fields);
	picker.notice({ Code: 'C1' });
	return refusalOf(() => picker.check());
}

/** What it means not to add an option. */
const unset: Record<string, unknown> = readOptions('node', {});

/** One of each kind of hint. */
const hints = [
	...hintsFor(ONE_OF_EACH_HINT).map(({ message }) => message),
	...(new CustomerDataTrigger().description.hints ?? []).map(({ message }) => message),
];

/** One of each kind of message. */
const messages = [
	...ALL_FAILURES.map((failure) => shown(failure).message),
	...['', 'x', 'ftp://x', 'https://a:b@x', 'https://x?y'].map((baseUrl) => connection({ baseUrl })),
	...['', 'ä'].flatMap((text) => [connection({ apiKey: text }), connection({ companyId: text })]),
	...Object.values(OPTIONS).map((option) => refusalOf(() => readValue(option, {}))),
	missingFields('code'),
	missingFields('code', 'Shoe Size'),
	list({ resource: 'customer', returnAll: 'maybe' }),
	list({ resource: 'customer', limit: 0 }),
	list({ resource: 'invoice' }),
	list({ resource: '__CUSTOM_API_CALL__' }),
	list({ resource: 'other' }),
	list({ resource: 'other', operationName: 'a b' }),
	refuseMissing('Code', 0).message,
	refuseShared('Email', '"a@b.example"', 10, 120).message,
	refusalOf(() => checkRemovals(90, 200, 20)),
	watch({ resource: 'customer', events: ['created'] }),
	watch({ resource: 'customerGroup' }),
	watch({
		resource: 'customerGroup',
		events: ['created'],
		options: { fields: 'a', ignoreFields: 'a' },
	}),
	// Only n8n's engine brings these about; its tests hold them to the same words.
	'There is no operation "delete"',
	'The list takes longer to read than n8n allows for a poll',
];

describe('the table of messages', () => {
	it.each([...new Set(messages)])('explains the message: %s', (message) => {
		expect(documented.filter((row) => fits(message, row))).toHaveLength(1);
	});

	it.each(hints)('explains the hint: %s', (hint) => {
		expect(documentedHints.filter((row) => fits(hint, `${row}…`) || fits(hint, row))).toHaveLength(
			1,
		);
	});

	it.each(documentedHints)('explains only hints that there are: %s', (row) => {
		expect(hints.filter((hint) => fits(hint, `${row}…`) || fits(hint, row))).not.toEqual([]);
	});

	it.each(documented)('explains only messages that there are: %s', (row) => {
		expect(messages.filter((message) => fits(message, row))).not.toEqual([]);
	});
});

describe('the README', () => {
	it.each(RESOURCES.map(({ name }) => name))('lists the resource %s', (name) => {
		expect(section('## Operations')).toContain(`| **${name}** | Get Many |`);
	});

	it.each(
		Object.entries(OPTIONS).map(([name, { displayName }]) => ({ displayName, value: unset[name] })),
	)('lists the option $displayName with its default', ({ displayName, value }) => {
		const words = new Map<unknown, string>([
			[false, 'off'],
			[Infinity, 'no maximum'],
			['error', 'Stop'],
		]);
		const shownDefault = Array.isArray(value) ? /all|none/ : (words.get(value) ?? String(value));
		const row = section('## Operations')
			.split('\n')
			.find((line) => line.startsWith(`| **${displayName}**`));
		expect(row?.split('|')[2]?.trim()).toMatch(shownDefault);
	});

	// The package on npm shows the README alone; the editor links to these headings there.
	it.each(['## Credentials', '### Customer Data', '### Customer Data Trigger'])(
		'has the heading that the editor links to: %s',
		(heading) => {
			expect(section(heading)).not.toBe('');
		},
	);

	it.each(['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage', 'Resources'])(
		"has the heading that n8n's guidelines ask for: %s",
		(heading) => {
			expect(section(`## ${heading}`)).not.toBe('');
		},
	);
});
