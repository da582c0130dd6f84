import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { OPTIONS, readOptions } from '../../nodes/CustomerData/parameters/options';
import { RESOURCES } from '../../nodes/CustomerData/resources';
import { failures, hints, refusals } from './support/messages.mts';

const readme = readFileSync('README.md', 'utf8');
const [messageTable, hintTable] = readFileSync('docs/messages.md', 'utf8').split('## Hints');

function section(heading: string): string {
	const start = readme.indexOf(`\n${heading}\n`);
	return start < 0 ? '' : readme.slice(start, readme.indexOf('\n## ', start + 1));
}

describe('the README', () => {
	it.each(RESOURCES)('lists the resource $name', ({ name }) => {
		expect(section('## Operations')).toContain(`| **${name}** | Get, Get Many, Search |`);
	});

	it.each(Object.entries(OPTIONS))(
		'lists the option %s with what it means not to add it',
		(name, { displayName }) => {
			const value = new Map<string, unknown>(Object.entries(readOptions('getAll', {}))).get(name);
			const words = new Map<unknown, string>([
				[false, 'off'],
				[Infinity, 'no maximum'],
				['error', 'Stop'],
			]);
			const unset = Array.isArray(value) ? /all|none/ : (words.get(value) ?? String(value));
			const lines = section('## Operations').split('\n');
			const row = lines.find((line) => line.startsWith(`| **${displayName}**`));
			expect(row?.split('|')[2]?.trim()).toMatch(unset);
		},
	);

	// The package on npm shows the README alone; the editor links to the last three there.
	it.each([
		...['## Installation', '## Operations', '## Compatibility', '## Usage', '## Resources'],
		...['## Credentials', '### Customer Data', '### Customer Data Trigger'],
	])("has the heading that n8n's guidelines or the editor need: %s", (heading) => {
		expect(section(heading)).not.toBe('');
	});
});

/** The first column of a table. */
function firstColumn(text = ''): string[] {
	const rows = text.matchAll(/^\| (?!Message |Hint |---)(.+?) \|/gm);
	return [...rows].flatMap(([, cell = '']) => cell.split('<br>'));
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

it('docs/messages.md explains each message and hint once, and nothing else', () => {
	const messages = [
		...[...failures(), ...refusals()].map(({ message }) => message),
		// Only n8n's engine brings these about; its tests hold them to the same words.
		'There is no operation "delete"',
		'The list takes longer to read than n8n allows for a poll',
	];
	expect(unexplained(messages, firstColumn(messageTable))).toEqual([]);
	// A row holds the first words of a hint.
	const beginnings = hints().flatMap((row) =>
		row.hints.map(({ message }) => message.replace(/(?<=\.) .*/, '')),
	);
	expect(unexplained(beginnings, firstColumn(hintTable))).toEqual([]);
});
