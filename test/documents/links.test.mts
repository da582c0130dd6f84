import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
const documents = [
	...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'examples/README.md'],
	...['bench/README.md', 'test/engine/faults.md'],
	...pages.map((name) => `docs/${name}`),
];
const read = (file: string) => readFileSync(file, 'utf8');

/** Of links and pictures that do not lead to the web. */
const targets = documents.flatMap((file) => {
	const links = read(file).matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g);
	const found = [...links].map(([, link, picture]) => link ?? picture ?? '');
	return found.filter((target) => !/^https?:/.test(target)).map((target) => ({ file, target }));
});

/** As GitHub makes them, where no two headings are equal. */
function anchorsIn(text: string): string[] {
	return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
		const words = heading.replace(/\[(.+?)\]\(.+?\)/g, '$1').toLowerCase();
		return words.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
	});
}

it.each(targets)('$file links to what is there: $target', ({ file, target }) => {
	const [path = '', anchor] = target.split('#');
	const place = path === '' ? file : join(dirname(file), path);
	expect(existsSync(place)).toBe(true);
	if (anchor !== undefined) expect(anchorsIn(read(place))).toContain(anchor);
});

it('leaves no page under docs/ without a link in the README, and no picture unseen', () => {
	const named = targets.map(({ target }) => target);
	expect(pages.filter((name) => !read('README.md').includes(`](docs/${name})`))).toEqual([]);
	const pictures = readdirSync('docs/images');
	expect(pictures.filter((name) => !named.some((target) => target.endsWith(name)))).toEqual([]);
});
