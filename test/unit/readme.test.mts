import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { NUMBER_OPTIONS } from '../../nodes/CustomerData/properties/numbers';
import { RESOURCES } from '../../nodes/CustomerData/resources';

const readme = readFileSync('README.md', 'utf8');
const errors = readFileSync('nodes/CustomerData/api/errors.ts', 'utf8');

it('lists every message that a failed read can show', () => {
	const messages = [...errors.matchAll(/message: ['`]([^'`$]+)/g)].map(([, text = '']) =>
		text.trim(),
	);
	expect(messages.length).toBeGreaterThan(12);
	for (const message of messages) expectInReadme(`| ${message}`);
});

it('lists every resource and every option with its default', () => {
	for (const { name } of RESOURCES) expectInReadme(`| **${name}** | Get Many |`);
	for (const option of Object.values(NUMBER_OPTIONS)) {
		expectInReadme(`| **${option.displayName}** | ${option.default} |`);
	}
});

function expectInReadme(text: string): void {
	expect(readme.includes(text), `README.md has no line with: ${text}`).toBe(true);
}
