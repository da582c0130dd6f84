import { readdirSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { EXAMPLES } from '../../harness/workflow/examples.mts';

const filesIn = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`);
const read = (file: string) => readFileSync(file, 'utf8');

/** Everything that a person reads of the product. */
const texts = [
	...[
		'README.md',
		'CONTRIBUTING.md',
		'CHANGELOG.md',
		'SECURITY.md',
		'bench/README.md',
		'test/engine/faults.md',
	],
	...filesIn('docs').filter((file) => file.endsWith('.md')),
	...filesIn(EXAMPLES),
	...filesIn('test/documents/descriptions'),
];

/** What reads as if it were translated, and what has another word here. */
const BANNED =
	/\b(?:an n8n of (?:your|one's) own|for ever|hand(?:s|ed)? out|mends?|whatever may|e-mail|travels? in clear|gentlest|broke off|small letters|capitals included|favour|colour|neighbour|behaviour)\b/i;

it.each(texts)('%s has no phrase that a native reader stumbles over', (file) => {
	expect(read(file).match(BANNED)?.[0]).toBeUndefined();
});

it.each([
	['README.md', 1_900],
	['docs/', 7_500],
	['CONTRIBUTING.md', 1_900],
])('%s has at most %d words', (place, most) => {
	const files = texts.filter((file) => file.startsWith(place));
	const words = files.flatMap((file) => read(file).match(/\S+/g) ?? []);
	expect(words.length).toBeGreaterThan(most / 2);
	expect(words.length).toBeLessThanOrEqual(most);
});
