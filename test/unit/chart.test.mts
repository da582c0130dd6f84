import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { chartSpecification, drawChart } from '../../bench/chart.mts';
import type { Results } from '../../bench/results.mts';
import { THEMES } from '../../bench/theme.mts';

const speed = { latency: 20, records: 10_000 };
const RESULTS: Results = {
	n8n: '2.41.1',
	node: 'v24.21.0',
	cores: 2,
	speed: [
		{ ...speed, contender: 'httpRequest', milliseconds: { median: 5000, runs: [5000] } },
		{ ...speed, contender: 'parallel4', milliseconds: { median: 1250, runs: [1250] } },
		{ ...speed, contender: 'requestHelper4', milliseconds: { median: 1000, runs: [1000] } },
	],
	growth: [
		{
			contender: 'parallel4',
			records: 200_000,
			milliseconds: { median: 3550, runs: [3550] },
			memoryPeak: { median: 824e6, runs: [824e6] },
		},
	],
};

describe('the charts of the benchmark', () => {
	it("hold each contender's figures, except for those shown only in tables", () => {
		const ours = { label: 'Customer Data, 4 (default)', role: 'ours' };
		expect(chartSpecification(RESULTS, 'light').datasets).toEqual({
			speed: [
				{
					label: 'HTTP Request node',
					role: 'peer',
					latency: 20,
					seconds: 5,
					time: '5.00 s',
					speedUp: '1.0 ×',
				},
				{ ...ours, latency: 20, seconds: 1.25, time: '1.25 s', speedUp: '4.0 ×' },
			],
			growth: [{ ...ours, customers: 200_000, seconds: 3.55, MB: 824 }],
		});
	});

	it.each(THEMES)('show the stored results, %s', async (theme) => {
		const stored: Results = JSON.parse(readFileSync('bench/results.json', 'utf8'));
		expect(await drawChart(stored, theme)).toBe(readFileSync(`bench/chart-${theme}.svg`, 'utf8'));
	});
});
