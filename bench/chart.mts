import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import {
	GROWTH_CONTENDERS,
	SPEED_CONTENDERS,
	unique,
	type Contender,
	type Results,
} from './results.mts';
import { growthRows, speedRows } from './rows.mts';
import { COLOURS, themeConfig, type Theme } from './theme.mts';

type Panel = Extract<TopLevelSpec, { hconcat: unknown }>['hconcat'][number];

const NAMES_WIDTH = 162;
const BARS_WIDTH = 216;
const LONGEST_BAR = 112;
const LINES_WIDTH = 409;
const ROWS = { step: 25 };
const ROW = { field: 'label', type: 'nominal', sort: null, axis: null } as const;

export async function drawChart(results: Results, theme: Theme): Promise<string> {
	const { spec } = compile(chartSpecification(results, theme));
	return await new View(parse(spec), { renderer: 'none' }).toSVG();
}

/** A bar chart for each latency; below, line charts of time and memory by list size. */
export function chartSpecification(results: Results, theme: Theme) {
	const [one] = results.speed;
	const latencies = unique(results.speed.map(({ latency }) => latency));
	return {
		title: {
			text: `Reading ${one?.records.toLocaleString('en')} customers in n8n`,
			subtitle: [
				`Medians of ${one?.milliseconds.runs.length} runs in n8n ${results.n8n}; shorter is better.`,
				"× is the speed compared with n8n's own HTTP Request node (pagination on).",
			],
			fontSize: 18,
			subtitleFontSize: 12,
			subtitlePadding: 8,
			offset: 32,
		},
		datasets: {
			speed: speedRows(results).filter((row) => !('inTablesOnly' in row)),
			growth: growthRows(results),
		},
		spacing: 32,
		vconcat: [
			{
				bounds: 'flush',
				spacing: 24,
				hconcat: [names(latencies[0] ?? 0), ...latencies.map((latency) => bars(theme, latency))],
			},
			{
				bounds: 'flush',
				spacing: 64,
				hconcat: [
					lines(theme, 'Time in seconds, without latency', 'seconds'),
					lines(theme, 'Peak memory of n8n in MB', 'MB'),
				],
			},
		],
		resolve: { scale: { color: 'independent' } },
		config: themeConfig(theme),
	} satisfies TopLevelSpec;
}

/** Replaces an axis: without a canvas, Vega overestimates text widths and makes axes too wide. */
function names(latency: number): Panel {
	return {
		data: { name: 'speed' },
		transform: [{ filter: { field: 'latency', equal: latency } }],
		width: NAMES_WIDTH,
		height: ROWS,
		mark: 'text',
		encoding: { x: { value: 0 }, y: ROW, text: { field: 'label' } },
	};
}

/** Each bar is labelled with its time and speed, so there is no axis. */
function bars(theme: Theme, latency: number): Panel {
	const color = colours(theme, SPEED_CONTENDERS);
	return {
		title: `Latency ${latency} ms`,
		data: { name: 'speed' },
		transform: [{ filter: { field: 'latency', equal: latency } }],
		width: BARS_WIDTH,
		height: ROWS,
		encoding: {
			x: { field: 'seconds', type: 'quantitative', axis: null, scale: { rangeMax: LONGEST_BAR } },
			y: ROW,
		},
		layer: [
			{ mark: 'bar', encoding: { color } },
			{ mark: { type: 'text', dx: 6 }, encoding: { text: { field: 'time' } } },
			{
				mark: { type: 'text', align: 'right', fontWeight: 600 },
				encoding: { x: { value: BARS_WIDTH }, text: { field: 'speedUp' }, color },
			},
		],
	};
}

function lines(theme: Theme, title: string, field: 'seconds' | 'MB'): Panel {
	return {
		title,
		data: { name: 'growth' },
		width: LINES_WIDTH,
		height: 190,
		mark: { type: 'line', point: { size: 40 } },
		encoding: {
			x: { field: 'customers', type: 'quantitative', axis: { grid: false, tickCount: 4 } },
			y: { field, type: 'quantitative', scale: { nice: 4 }, axis: { title: null, tickCount: 4 } },
			// Dashed, because its time hides the line of the HTTP Request node alone.
			strokeDash: { condition: { test: "datum.role === 'split'", value: [5, 4] }, value: [1, 0] },
			color: { ...colours(theme, GROWTH_CONTENDERS), legend: {} },
		},
	};
}

function colours(theme: Theme, contenders: Record<string, Contender>) {
	const all = Object.values(contenders);
	const range = all.map(({ role }) => COLOURS[theme].roles[role]);
	const domain = all.map(({ label }) => label);
	return { field: 'label', scale: { domain, range }, legend: null };
}
