import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { speedTable } from './results.mts';

it('bench/README.md shows the stored figures', () => {
	const readme = readFileSync('bench/README.md', 'utf8');
	const [, shown = ''] = /<!-- speed -->(.*)<!-- \/speed -->/s.exec(readme) ?? [];
	const results = JSON.parse(readFileSync('bench/results.json', 'utf8'));
	expect(shown.trim().split('\n')).toEqual(speedTable(results));
});
