import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { brokenLinks } from './support/links.mts';

const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
const documents = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'examples/README.md',
	...pages.map((name) => `docs/${name}`),
];

describe('the documentation', () => {
	it.each(documents)('has no broken link, anchor or picture in %s', (file) => {
		expect(brokenLinks(file)).toEqual([]);
	});

	it.each([
		['a page', '[x](docs/nothing.md)', 'docs/nothing.md'],
		['an anchor of the page itself', '# One\n\n[x](#two)', '#two'],
		['an anchor of another page', '[x](CHANGELOG.md#nothing)', 'CHANGELOG.md#nothing'],
		['a picture', '<img alt="" src="docs/images/nothing.png">', 'docs/images/nothing.png'],
		['a dark picture', '<source srcset="docs/nothing.png">', 'docs/nothing.png'],
	])('is told about %s that is not there', (_what, text, target) => {
		expect(brokenLinks('README.md', text)).toEqual([target]);
	});

	it('may link to pages, to headings with links in them, and to the web', () => {
		const text =
			'## [A b](x.md), `c`!\n\n## Two\n\n## Two\n\n[1](#a-b-c) [2](#two-1) [3](https://example.com/#x)';
		expect(brokenLinks('README.md', text)).toEqual(['x.md']);
	});

	it('shows code as it is', () => {
		expect(brokenLinks('README.md', '`[x](nothing.md)`\n\n```md\n[x](nothing.md)\n```')).toEqual(
			[],
		);
	});

	it('shows every picture under docs/images', () => {
		const text = documents.map((file) => readFileSync(file, 'utf8')).join('');
		expect(readdirSync('docs/images').filter((name) => !text.includes(name))).toEqual([]);
	});

	it('links to every page under docs/ from the README', () => {
		const readme = readFileSync('README.md', 'utf8');
		expect(pages.filter((name) => !readme.includes(`](docs/${name})`))).toEqual([]);
	});
});
