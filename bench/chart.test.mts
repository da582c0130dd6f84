import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { drawChart } from './chart.mts';
import { THEMES } from './draw.mts';
import { drawMemory } from './scale/chart.mts';

function read(file: string): string {
	return readFileSync(`bench/${file}`, 'utf8');
}

describe.each(THEMES)('the charts in bench/README.md, %s', (theme) => {
	it.each([
		{ of: 'results.json', chart: 'chart', draw: drawChart },
		{ of: 'scale.json', chart: 'scale', draw: drawMemory },
	])('show the stored figures of $of', async ({ of, chart, draw }) => {
		expect(await draw(JSON.parse(read(of)), theme)).toBe(read(`${chart}-${theme}.svg`));
	});
});
