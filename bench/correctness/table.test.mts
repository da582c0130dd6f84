import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { between } from '../../harness/documents/markdown.mts';
import type { Reader } from './readers.mts';
import { comparison, isBroken, readsOf, type CorrectnessResults, type Scene } from './table.mts';

const results: CorrectnessResults = JSON.parse(readFileSync('bench/correctness.json', 'utf8'));

it('the README shows the stored figures of the comparison with the HTTP Request node', () => {
	const speed = JSON.parse(readFileSync('bench/results.json', 'utf8'));
	const readme = readFileSync('README.md', 'utf8');
	const table = comparison(results, speed).join('\n');
	expect(between(readme, 'correctness', table, 'README.md')).toBe(readme);
	expect(readme).toContain(`n8n ${results.n8n}`);
});

it.each<[Scene, object]>([
	['refusal', { ending: 'error', arrived: 0 }],
	['webPage', { ending: 'error', arrived: 0 }],
	['unavailable', { ending: 'success', arrived: 320 }],
	['lostConnection', { ending: 'success', arrived: 320 }],
])("with care, n8n's own nodes can be complete or stop, too: %s", (scene, outcome) => {
	expect(readsOf(results.reads, scene, 'httpRequestWithCare')).toMatchObject([outcome]);
});

it("with care, n8n's own nodes skip or repeat the same customers of a list that changes", () => {
	const readsBy = (reader: Reader) => readsOf(results.reads, 'changes', reader);
	const careful = readsBy('httpRequestWithCare');
	expect(careful.some(isBroken)).toBe(true);
	const plain = readsBy('httpRequest').map(({ reader, ...figures }) => figures);
	expect(careful).toMatchObject(plain);
});
