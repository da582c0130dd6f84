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
	for (const message of messages) expect(readme).toContain(`| ${message}`);
});

it('lists every resource and every option with its default', () => {
	for (const { name } of RESOURCES) expect(readme).toContain(`| **${name}** | Get Many |`);
	for (const option of Object.values(NUMBER_OPTIONS)) {
		expect(readme).toContain(`| **${option.displayName}** | ${option.default} |`);
	}
});
