import { readdirSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

const DOCS = readdirSync('docs').filter((name) => name.endsWith('.md'));

it.each([
	['README.md', ['README.md'], 1_900],
	['docs/', DOCS.map((name) => `docs/${name}`), 7_500],
	['CONTRIBUTING.md', ['CONTRIBUTING.md'], 2_400],
] as const)('%s has few enough words to be read', (_, files, most) => {
	const words = files.flatMap((file) => readFileSync(file, 'utf8').match(/\S+/g) ?? []);
	expect(words.length).toBeGreaterThan(most / 2);
	expect(words.length).toBeLessThanOrEqual(most);
});
