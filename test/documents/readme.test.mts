import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPTIONS } from '../../nodes/CustomerData/parameters/options';
import { readOptions } from '../../nodes/CustomerData/parameters/optionValues';
import { RESOURCES } from '../../nodes/CustomerData/resources';
import { failures, hints, refusals } from './support/messages.mts';

const readme = readFileSync('README.md', 'utf8');
const [messageTable = '', hintTable = ''] = readFileSync('docs/messages.md', 'utf8').split(
	'## Hints',
);

function section(heading: string): string {
	const start = readme.indexOf(`\n${heading}\n`);
	const end = heading.startsWith('###') ? /\n###? / : /\n## /;
	return start < 0 ? '' : (readme.slice(start + 1).split(end)[0] ?? '');
}

/** The rows of the tables in Markdown, as the text of each cell by the heading of its column. */
function tablesIn(markdown: string): Array<Array<Record<string, string>>> {
	const blocks = markdown.match(/(?:^\|.*\|\n)+/gm) ?? [];
	return blocks.map((block) => {
		const [heading = [], , ...rows] = block.trimEnd().split('\n').map(cellsOf);
		return rows.map((cells) =>
			Object.fromEntries(heading.map((name, at) => [name, cells[at] ?? ''])),
		);
	});
}

function cellsOf(line: string): string[] {
	const cells = line.split(/(?<!\\)\|/).slice(1, -1);
	return cells.map((cell) => cell.trim());
}

interface Row {
	displayName: string;
	options?: ReadonlyArray<{ name: string; value: string }>;
	typeOptions?: { minValue?: number; maxValue?: number; loadOptionsMethod?: string };
	in: object;
}

const ROWS: Array<[string, Row]> = Object.entries(OPTIONS);
const UNSET = new Map<string, unknown>(Object.entries(readOptions('getAll', {})));

/** An option as the README shows it: what it means not to add it, and what can be entered. */
function shown([name, { displayName, options = [], typeOptions = {}, in: places }]: [string, Row]) {
	const value = UNSET.get(name);
	const words = new Map<unknown, string>([
		[false, 'off'],
		[true, 'on'],
		[Infinity, 'no maximum'],
		...options.map((option) => [option.value, option.name] as const),
	]);
	const none = name === 'ignoreFields' ? 'none' : 'all';
	const unset = Array.isArray(value) ? none : (words.get(value) ?? (String(value) || 'none'));
	const bounds = [typeOptions.minValue, typeOptions.maxValue];
	const range = `(${bounds.map((bound) => bound?.toLocaleString('en')).join('–')})`;
	return { name: displayName, unset, range, places: Object.keys(places) };
}

/** The bold words of a cell. */
function namesIn(cell: string): string[] {
	return [...cell.matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, name = '']) => name);
}

describe('the README', () => {
	it('lists each resource with its operations, and no other', () => {
		const [table = []] = tablesIn(section('## Operations'));
		const listed = table.map(({ Resource, Operation }) => ({ Resource, Operation }));
		const Operation = 'Compare, Get, Get Many, Search';
		const resources = RESOURCES.map(({ name }) => ({ Resource: `**${name}**`, Operation }));
		expect(listed).toEqual(resources);
	});

	it.each([
		['### Customer Data', ['compare', 'get', 'getAll', 'search']],
		['### Customer Data Trigger', ['trigger']],
	])('gives each option under %s with its default and its range', (heading, places) => {
		const offered = ROWS.map(shown).filter((row) => row.places.some((at) => places.includes(at)));
		const table = tablesIn(section(heading))
			.flat()
			.filter((row) => row.Option);
		const listed = table.flatMap(({ Option = '', Default, 'What it does': text = '' }) =>
			namesIn(Option).map((name) => ({ name, Default, range: /\(\d[^)]*–.+?\)/.exec(text)?.[0] })),
		);
		const names = listed.map(({ name }) => name);
		const [, above = ''] = /^(.+) are as above\./m.exec(section(heading)) ?? [];
		const isMissing = ({ name, places }: (typeof offered)[number]) =>
			!names.includes(name) && !(above.includes(`*${name}*`) && places.includes('getAll'));
		expect(offered.filter(isMissing)).toEqual([]);
		for (const { name, Default, range } of listed) {
			const option = offered.find((row) => row.name === name);
			const given = range && option?.range;
			expect({ name, Default, range }).toEqual({ name, Default: option?.unset, range: given });
		}
	});

	// The package on npm shows the README alone; the editor links to the last three there.
	it.each([
		...['## Installation', '## Operations', '## Compatibility', '## Usage', '## Resources'],
		...['## Credentials', '### Customer Data', '### Customer Data Trigger'],
	])("has the heading that n8n's guidelines or the editor need: %s", (heading) => {
		expect(section(heading)).not.toBe('');
	});
});

it('.ci/run calls the commands of the README as they stand there', () => {
	const commands = [...readme.matchAll(/^npm ci && .+$/gm)].map(([command]) => command);
	expect(commands).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
	// The demo is told to exit when it is done.
	const called = readFileSync('.ci/run', 'utf8').split('\n');
	const calls = called.map((line) => line.replace(/ -- .*/, ''));
	expect(calls).toEqual(expect.arrayContaining(commands));
});

/** The lines of all cells below a heading. */
function columnIn(markdown: string, heading: string): string[] {
	const rows = tablesIn(markdown).flat();
	return rows.flatMap((row) => row[heading]?.split('<br>') ?? []);
}

/** The page has messages with a count in the plural alone. */
function inPlural(message: string): string {
	return message
		.replace(/^1 (record|request|input item) /, '1 $1s ')
		.replace(/^(1 (?:of \d+ )?[a-z ]+s) (was|is|has)\b/, (...[, start, verb]) => {
			return `${start} ${{ was: 'were', is: 'are', has: 'have' }[String(verb)]}`;
		});
}

/** An ellipsis in a row stands for what differs. */
function fits(message: string, row: string): boolean {
	const parts = row.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${parts.join('.+')}$`, 's').test(inPlural(message));
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
		'The credential has other values for input item 2 than for the first one',
		'This node has compared the same list before in this execution',
	];
	expect(unexplained(messages, columnIn(messageTable, 'Message'))).toEqual([]);
	// A row holds the first words of a hint.
	const beginnings = hints().flatMap((row) =>
		row.hints.map(({ message }) => message.replace(/(?<=\.) .*/, '')),
	);
	expect(unexplained(beginnings, columnIn(hintTable, 'Hint'))).toEqual([]);
});
