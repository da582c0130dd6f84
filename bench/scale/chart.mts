import type { TopLevelSpec } from 'vega-lite';
import { coloursOf, draw, headline, type Theme } from '../draw.mts';
import type { ScaleResults } from './main.mts';
import { WAYS } from './ways.mts';

/** A line of resident memory over time for each way to read. */
export async function drawMemory(results: ScaleResults, theme: Theme): Promise<string> {
	const { n8n, customers, heap, ways } = results;
	const points = ways.flatMap(({ way, memory }) => {
		const { label } = WAYS[way];
		return memory.map(({ seconds, bytes }) => ({ label, seconds, MB: bytes / 1e6 }));
	});
	const specification: TopLevelSpec = {
		title: headline(
			`Memory of n8n while it reads ${customers.toLocaleString('en')} customers`,
			[`Resident memory in MB, n8n ${n8n} with ${heap.toLocaleString('en')} MiB of heap.`],
			24,
		),
		width: 740,
		height: 280,
		data: { values: points },
		encoding: {
			x: { field: 'seconds', type: 'quantitative', axis: { grid: false, title: 'Seconds' } },
			y: { field: 'MB', type: 'quantitative', axis: { title: null, tickCount: 5 } },
			color: { ...coloursOf(Object.values(WAYS)), legend: { columns: 2 } },
		},
		mark: { type: 'line', strokeWidth: 2 },
	};
	return await draw(specification, theme);
}
