import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';
import { exampleFiles, readExample } from '../../harness/workflow/examples.mts';
import { CustomerData } from '../../nodes/CustomerData/CustomerData.node';
import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node';
import { DOCUMENTS } from './support/pages.mts';

const MESSAGES = textsIn(
	JSON.parse(readFileSync('test/documents/descriptions/messages.json', 'utf8')),
);

const shown = [new CustomerData().description, new CustomerDataTrigger().description];
const own = new Set([
	...textsIn([...shown, { ...new CustomerDataApi() }]),
	...exampleFiles().flatMap((file) => {
		const { name, nodes } = readExample(file);
		return [name, ...nodes.map((node) => node.name)];
	}),
]);

// Otherwise, documents would keep a name of ours that changes.
it('documents have in italics what is ours, and the names of others that were last reviewed', async () => {
	const names = new Set(DOCUMENTS.flatMap(({ text }) => italicsIn(text)));
	const others = [...names].filter((name) => !isOwn(name)).sort();
	await expect(`${others.join('\n')}\n`).toMatchFileSnapshot('descriptions/namesOfOthers.txt');
});

function isOwn(name: string): boolean {
	return own.has(name) || (name.includes(' ') && MESSAGES.some((text) => text.includes(name)));
}

/** Outside of code, and of what is written from the table of CRMs. */
function italicsIn(markdown: string): string[] {
	const text = markdown.replace(/```.*?```|`[^`\n]*`|<!-- crms -->.*<!-- \/crms -->/gs, '');
	const names = text.matchAll(/(?<![*\w])\*(?=[^*\s])([^*\n]+)(?<=\S)\*(?![*\w])/g);
	return [...names].map(([, name = '']) => name);
}

it('docs/problems.md explains messages that n8n shows, and no others', () => {
	const { text = '' } = DOCUMENTS.find(({ file }) => file === 'docs/problems.md') ?? {};
	const [, table = ''] = text.split('\n## Messages\n');
	const rows = [...table.matchAll(/^\| (.+?) \|/gm)].slice(2);
	const explained = rows.flatMap(([, cell = '']) => cell.split('<br>'));
	// Only n8n's engine brings it about.
	const all = [...MESSAGES, 'The list takes longer to read than n8n allows for a poll'];
	expect(explained.length).toBeGreaterThan(0);
	expect(explained.filter((row) => !all.some((message) => fits(message, row)))).toEqual([]);
});

/** An ellipsis in a row stands for what differs. */
function fits(message: string, row: string): boolean {
	const parts = row.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${parts.join('.+')}`, 's').test(message);
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return value instanceof Object ? Object.values(value).flatMap(textsIn) : [];
}
