import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { Words } from '../../../nodes/CustomerData/errors/nodeErrors';
import { NONE, type Finding } from '../../../nodes/CustomerData/report/findings';
import { mailOf } from '../../../nodes/CustomerData/report/mail';
import { shownInShort } from '../../../nodes/CustomerData/values/shown';
import { law } from '../../support/law.mts';
import { LENGTH, SOME_NASTY_TEXTS } from '../../support/nasty.mts';
import { range } from '../../support/range.mts';

type Node = DefaultTreeAdapterTypes.ChildNode;

const innerOf = (node: Node) => ('childNodes' in node ? node.childNodes : []);

function textOf(node: Node): string {
	if (node.nodeName === 'br') return '\n';
	return 'value' in node ? node.value : innerOf(node).map(textOf).join('');
}

function all(name: string, nodes: Node[]): Node[] {
	return nodes.flatMap((node) => [
		...(node.nodeName === name ? [node] : []),
		...all(name, innerOf(node)),
	]);
}

/** What an HTML parser reads: the paragraphs, and the cells of each row; no other text, and no other element than those of the mail. */
function read(html: string) {
	const { childNodes } = parseFragment(html);
	expect(childNodes.map(({ nodeName }) => nodeName)).toEqual(['div']);
	const names = new Set(namesIn(childNodes));
	expect([...names].filter((name) => !ELEMENTS.includes(name))).toEqual([]);
	const rows = all('tr', childNodes).map((row) => all('td', innerOf(row)).map(textOf));
	const paragraphs = all('p', childNodes).map(textOf);
	expect(childNodes.map(textOf).join('')).toBe([...paragraphs, ...rows.flat()].join(''));
	expect(html).toMatch(/<\/table><\/div>$/);
	return { paragraphs, rows };
}

const ELEMENTS = ['#text', 'div', 'p', 'b', 'br', 'table', 'tbody', 'tr', 'td', 'bdi', 's', 'span'];
const namesIn = (nodes: Node[]): string[] =>
	nodes.flatMap((node) => [node.nodeName, ...namesIn(innerOf(node))]);

const finding = (change: Finding['change'], more: Partial<Finding> = {}): Finding => ({
	change,
	key: 'C1',
	name: 'Ann',
	differences: [],
	notes: [],
	...more,
});

/** What is said of one, with advice of its own. */
const note = (description: string): Words => ({ message: 'Held', description });

const WORDS = { heading: '1 to create', below: ['Records: 1.'], stops: '', removal: 'remove' };
const mail = (findings: Finding[], words: Partial<typeof WORDS> = {}) =>
	read(mailOf(findings, { ...WORDS, ...words }));

const written = fc
	.array(
		fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.constantFrom('&', '&REG', '&amp;', '&#39;', '&lt', '<b>', '</td>', '<!--', '\n', '\r\n'),
			fc.constantFrom('\u202e', 'שלום', '👨\u200d👩\u200d👧', '{{ 1 }}', '"', "'", 'x'.repeat(70)),
		),
		{ maxLength: 5 },
	)
	.map((parts) => parts.join(''));

describe('the mail of what was found', () => {
	law(
		'holds each text as it was written',
		{ of: [fc.tuple(written, written, written), fc.tuple(written, written)], examples: 500 },
		([key, name, field], [from, to]) => {
			const differences = [{ field, from: shownInShort(from), to: shownInShort(to) }];
			const { rows, paragraphs } = mail(
				[
					finding('held back', { key, name, notes: [note(from)] }),
					finding('updated', { key, name, differences }),
				],
				{ heading: `1 ${name}`, stops: to },
			);
			const who = [name, key].map((text) => shownInShort(text)).join('\n');
			const [short, before, after] = [field, from, to].map((text) => shownInShort(text));
			expect(rows).toEqual([
				['Held back (1)', ''],
				[who, `Held.\n${shownInShort(from, 1000)}`],
				['To update (1)', ''],
				[who, `${short}: ${before} → ${after}`],
			]);
			expect(paragraphs.at(2)).toBe(
				to === '' ? undefined : `Nothing would be saved.\n${shownInShort(to, 1000)}`,
			);
		},
	);

	it.each([
		'BAU&REGELTECHNIK',
		'AT&amp;T',
		'<b>Bold</b> & "Quotes"',
		'👨‍👩‍👧 Familie Müller',
		'شركة (الشرق)',
	])('shows a name as it is: %s', (name) => {
		expect(mail([finding('created', { name })]).rows[1]).toEqual([`${name}\nC1`, '']);
	});

	it('has a row for each customer', () => {
		const both = [finding('created'), finding('created', { key: 'C2', name: 'Bob' })];
		const { rows, paragraphs } = mail(both, { below: ['One.', 'Two.'] });
		expect(rows.slice(1)).toEqual([
			['Ann\nC1', ''],
			['Bob\nC2', ''],
		]);
		expect(paragraphs).toEqual(['1 to create', 'One.\nTwo.']);
	});

	it('has one row for all that have the same advice, which it says once, with their number', () => {
		const held = range(0, 300).map((nth) => {
			const notes = [{ message: `Row ${nth % 5}`, description: 'Look in your CRM.' }];
			return finding('held back', { name: `N${nth}`, notes });
		});
		expect(mail([...held, finding('created')]).rows).toEqual([
			['Held back (300)', ''],
			[
				'N0\nC1\nN1\nC1\nN2\nC1\nand 297 more',
				'Row 0.\nRow 1.\nRow 2.\nand 2 more\nLook in your CRM.',
			],
			['To create (1)', ''],
			['Ann\nC1', ''],
		]);
	});

	it('shows at most fifty rows, of each change some, and says how many more there are', () => {
		const many = (change: Finding['change'], count: number) =>
			range(0, count).map((nth) => finding(change, { key: `C${nth}`, notes: [note(String(nth))] }));
		const { rows } = mail([
			...many('held back', 40),
			...many('created', 5),
			...many('updated', 300),
			...many('removed', 24),
		]);
		const titles = rows.flatMap(([title = ''], index) => (/\(\d/.test(title) ? [index] : []));
		expect(titles.map((index) => rows[index]?.[0])).toEqual([
			'Held back (40)',
			'To create (5)',
			'To update (300)',
			'To remove (24)',
		]);
		expect(rows.filter(([first]) => first?.startsWith('and '))).toEqual([
			['and 25 more'],
			['and 285 more'],
			['and 9 more'],
		]);
		expect(rows).toHaveLength(50 + 4 + 3);
		expect(mail(many('created', 50)).rows).toHaveLength(51);
	});

	it('calls what becomes of those who left as the workflow does it', () => {
		const { rows } = mail([finding('removed')], { removal: 'mark as inactive' });
		expect(rows[0]).toEqual(['To mark as inactive (1)', '']);
	});

	it('names whoever has only an identifier, only a name, or neither', () => {
		const unnamed = [{ name: NONE }, { key: NONE }, { key: NONE, name: NONE }];
		const { rows } = mail(
			unnamed.map((who, nth) => finding('held back', { ...who, notes: [note(`${nth}`)] })),
		);
		expect(rows.slice(1).map(([who]) => who)).toEqual(['C1', 'Ann', NONE]);
	});

	it('shows the first ten fields that differ', () => {
		const differences = range(0, 12).map((nth) => ({ field: `F${nth}`, from: 'a', to: 'b' }));
		const said = mail([finding('updated', { differences })]).rows[1]?.[1]?.split('\n');
		expect([said?.length, said?.[9], said?.[10]]).toEqual([11, 'F9: a → b', 'and 2 more']);
		const ten = mail([finding('updated', { differences: differences.slice(0, 10) })]).rows[1]?.[1];
		expect(ten?.split('\n')).toHaveLength(10);
	});

	it('shows of a long value the part that differs, as the lines do', () => {
		const [from, to] = [`…${'a'.repeat(60)}…`, `…${'b'.repeat(60)}…`];
		const { rows } = mail([finding('updated', { differences: [{ field: 'Name', from, to }] })]);
		expect(rows[1]?.[1]).toBe(`Name: ${from} → ${to}`);
	});

	it('stays short, whatever somebody typed', () => {
		for (const text of [...SOME_NASTY_TEXTS, 'x'.repeat(LENGTH)]) {
			const html = mailOf([finding('held back', { key: text, name: text, notes: [note(text)] })], {
				...WORDS,
				stops: text,
			});
			expect(html.length).toBeLessThan(15_000);
		}
	});
});
