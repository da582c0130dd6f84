import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DOCUMENTS } from './support/pages.mts';

const MESSAGES = textsIn(JSON.parse(readFileSync('test/documents/messages.json', 'utf8')));

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
