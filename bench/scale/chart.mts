import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { COLOURS, themeConfig, type Theme } from '../theme.mts';
import { WAYS, type ScaleResults } from './results.mts';

export async function drawMemory(results: ScaleResults, theme: Theme): Promise<string> {
	const { spec } = compile(memorySpecification(results, theme));
	return await new View(parse(spec), { renderer: 'none' }).toSVG();
}

/** A line of resident memory over time for each way to read; a cross where n8n ran out of memory. */
export function memorySpecification({ n8n, customers, heap, ways }: ScaleResults, theme: Theme) {
	const all = Object.values(WAYS);
	const points = ways.flatMap(({ way, memory }) =>
		memory.map(({ seconds, bytes }) => ({ label: WAYS[way].label, seconds, MB: bytes / 1e6 })),
	);
	const crashes = ways.flatMap(({ way, ending, memory }) => {
		const last = memory.at(-1);
		if (ending !== 'memory' || !last) return [];
		const { seconds, bytes } = last;
		return [{ label: WAYS[way].label, seconds, MB: bytes / 1e6, text: 'out of memory' }];
	});
	const range = all.map(({ role }) => COLOURS[theme].roles[role]);
	const color = {
		field: 'label',
		scale: { domain: all.map(({ label }) => label), range },
		legend: {},
	} as const;
	const place = {
		x: { field: 'seconds', type: 'quantitative', axis: { grid: false, title: 'Seconds' } },
		y: { field: 'MB', type: 'quantitative', axis: { title: null, tickCount: 5 } },
	} as const;
	return {
		title: {
			text: `Memory of n8n while it reads ${customers.toLocaleString('en')} customers`,
			subtitle: [
				`Resident memory in MB, n8n ${n8n} with ${heap.toLocaleString('en')} MiB of heap.`,
			],
			fontSize: 18,
			subtitleFontSize: 12,
			subtitlePadding: 8,
			offset: 24,
		},
		width: 880,
		height: 280,
		layer: [
			{
				data: { values: points },
				mark: { type: 'line', strokeWidth: 2 },
				encoding: { ...place, color },
			},
			{
				data: { values: crashes },
				mark: { type: 'point', shape: 'cross', angle: 45, size: 120, filled: true },
				encoding: { ...place, color },
			},
			{
				data: { values: crashes },
				mark: { type: 'text', dx: -12, dy: -12, align: 'right' },
				encoding: { ...place, text: { field: 'text' } },
			},
		],
		config: themeConfig(theme),
	} satisfies TopLevelSpec;
}
