import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { exampleFiles } from '../../harness/workflow/examples.mts';
import { DOCUMENTS, PAGES } from './support/pages.mts';

/** Of links and pictures that do not lead to the web. */
const targets = DOCUMENTS.flatMap(({ file, text }) => {
	const links = text.matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g);
	const found = [...links].map(([, link, picture]) => link ?? picture ?? '');
	return found.filter((target) => !/^https?:/.test(target)).map((target) => ({ file, target }));
});

/** Where they lead, from the root. */
const paths = targets.map(({ file, target }) => join(dirname(file), target.replace(/#.*/, '')));

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
	if (anchor !== undefined) expect(anchorsIn(readFileSync(place, 'utf8'))).toContain(anchor);
});

it('leaves no page under docs/ without a link in the README', () => {
	const linked = targets.filter(({ file }) => file === 'README.md').map(({ target }) => target);
	const isLinked = (name: string) => linked.some((target) => target.startsWith(`docs/${name}`));
	expect(PAGES.filter((name) => !isLinked(name))).toEqual([]);
});

it('leaves no picture unseen, and no workflow without a link', () => {
	const pictures = readdirSync('docs/images').map((name) => `docs/images/${name}`);
	const workflows = exampleFiles().map((file) => `examples/${file}`);
	expect([...pictures, ...workflows].filter((path) => !paths.includes(path))).toEqual([]);
});
