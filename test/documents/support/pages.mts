import { readdirSync, readFileSync } from 'node:fs';

/** The pages under docs/. */
export const PAGES = readdirSync('docs').filter((name) => name.endsWith('.md'));

/** All documents, with their text. */
export const DOCUMENTS = [
	...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
	...['examples/README.md', 'examples/source/README.md', 'bench/README.md'],
	'.github/publishing.md',
	...PAGES.map((name) => `docs/${name}`),
].map((file) => ({ file, text: readFileSync(file, 'utf8') }));
