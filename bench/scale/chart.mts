import type { TopLevelSpec } from 'vega-lite';
import { coloursOf, draw, headline, type Theme } from '../draw.mts';
import type { ScaleResults } from './main.mts';
import { WAYS } from './ways.mts';

/** A line of resident memory over time for each way to read, with its name at the end. */
export async function drawMemory(results: ScaleResults, theme: Theme): Promise<string> {
	const { n8n, customers, heap, ways } = results;
	const points = ways.flatMap(({ way, memory }) => {
		const { label } = WAYS[way];
		const end = memory.at(-1)?.seconds;
		return memory.map(({ seconds, bytes }) => {
			return { label, seconds, MB: bytes / 1e6, name: seconds === end ? label : '' };
		});
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
			color: { ...coloursOf(Object.values(WAYS)), legend: null },
		},
		layer: [
			{ mark: { type: 'line', strokeWidth: 2 } },
			{
				mark: { type: 'text', dx: 6, dy: -3, fontWeight: 600 },
				encoding: { text: { field: 'name' } },
			},
		],
	};
	return await draw(specification, theme);
}
