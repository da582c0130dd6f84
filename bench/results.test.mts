import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { between } from '../harness/documents/markdown.mts';
import { faultsIn, outcomeOf, readResults, type Scene } from './results.mts';
import { TABLES } from './tables.mts';

const results = readResults();

it.each(TABLES)('$page shows the stored figures: $name', ({ page, name, content }) => {
	const text = readFileSync(page, 'utf8');
	expect(between(text, name, content(results), page)).toBe(text);
});

it.each(['README.md', 'bench/README.md'])('%s names the n8n that was measured', (page) => {
	const text = readFileSync(page, 'utf8');
	for (const { n8n } of Object.values(results)) expect(text).toContain(`n8n ${n8n}`);
});

it('the stored figures reach the targets', () => {
	expect(faultsIn(results)).toEqual([]);
});

it.each<[Scene, object]>([
	['refusal', { ending: 'error', arrived: 0 }],
	['webPage', { ending: 'error', arrived: 0 }],
	['unavailable', { ending: 'success', arrived: 320 }],
	['lostConnection', { ending: 'success', arrived: 320 }],
])("with care, n8n's own nodes can be complete or stop, too: %s", (scene, outcome) => {
	expect(outcomeOf(results, scene, 'httpRequestWithCare')).toMatchObject(outcome);
});

it("with care, n8n's own nodes skip or repeat the same customers of a list that changes", () => {
	const { reader, ...careful } = outcomeOf(results, 'changes', 'httpRequestWithCare');
	expect(careful.broken).toBeGreaterThan(0);
	expect(outcomeOf(results, 'changes', 'httpRequest')).toMatchObject(careful);
});
