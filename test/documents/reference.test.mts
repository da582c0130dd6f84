import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { reference, REFERENCE } from '../../harness/documents/reference.mts';
import { OPTIONS } from '../../nodes/CustomerData/parameters/options';

it('docs/reference.md is what `npm run reference` writes', () => {
	expect(readFileSync(REFERENCE, 'utf8')).toBe(reference());
});

it('has each option, in plain text', () => {
	const page = reference();
	const names = Object.values(OPTIONS).map(({ displayName }) => displayName);
	expect(names.filter((name) => !page.includes(`| **${name}** |`))).toEqual([]);
	expect(page).not.toMatch(/<|undefined|\[object/);
});
