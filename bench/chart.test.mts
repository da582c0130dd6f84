import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawChart } from './chart.mts';
import { THEMES } from './draw.mts';
import { drawMemory } from './scale/chart.mts';

describe.each(THEMES)('the charts in bench/README.md, %s', (theme) => {
	it.each([
		{ of: 'results.json', chart: 'chart', draw: drawChart },
		{ of: 'scale.json', chart: 'scale', draw: drawMemory },
	])('show the stored figures of $of', async ({ of, chart, draw }) => {
		const results = JSON.parse(readFileSync(`bench/${of}`, 'utf8'));
		await expect(await draw(results, theme)).toMatchFileSnapshot(`${chart}-${theme}.svg`);
	});
});
