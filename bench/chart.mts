import type { TopLevelSpec } from 'vega-lite';
import { CONTENDERS, IN_GROWTH, IN_SPEED } from './contenders.mts';
import { coloursOf, draw, headline, type Theme } from './draw.mts';
import { rowsOf, type Results } from './results.mts';

type Panel = Extract<TopLevelSpec, { hconcat: unknown }>['hconcat'][number];

const NAMES_WIDTH = 162;
const BARS_WIDTH = 216;
const LONGEST_BAR = 112;
const LINES_WIDTH = 409;
const ROWS = { step: 25 };
const ROW = { field: 'label', type: 'nominal', sort: null, axis: null } as const;

/** A bar chart for each latency; below, line charts of time and memory by list size. */
export async function drawChart(results: Results, theme: Theme): Promise<string> {
	const [one] = results.speed;
	const latencies = [...new Set(results.speed.map(({ latency = 0 }) => latency))];
	const specification: TopLevelSpec = {
		title: headline(
			`Reading ${one?.records.toLocaleString('en')} customers in n8n`,
			[
				`Medians of ${one?.milliseconds.runs.length} runs in n8n ${results.n8n}; shorter is better.`,
				"× is the speed compared with n8n's own HTTP Request node (pagination on).",
			],
			32,
		),
		datasets: {
			// The limits stand in the tables alone, which keeps the chart readable.
			speed: rowsOf(results.speed).filter(({ role }) => role !== 'limit'),
			growth: rowsOf(results.growth),
		},
		spacing: 32,
		vconcat: [
			{
				bounds: 'flush',
				spacing: 24,
				hconcat: [names(latencies[0] ?? 0), ...latencies.map((latency) => bars(latency))],
			},
			{
				bounds: 'flush',
				spacing: 64,
				hconcat: [
					lines('Time in seconds, without latency', 'seconds'),
					lines('Peak memory of n8n in MB', 'MB'),
				],
			},
		],
		resolve: { scale: { color: 'independent' } },
	};
	return await draw(specification, theme);
}

/** Replaces an axis: without a canvas, Vega overestimates text widths and makes axes too wide. */
function names(latency: number): Panel {
	return {
		...at(latency),
		width: NAMES_WIDTH,
		mark: 'text',
		encoding: { x: { value: 0 }, y: ROW, text: { field: 'label' } },
	};
}

/** Each bar is labelled with its time and speed, so there is no axis. */
function bars(latency: number): Panel {
	const compared = IN_SPEED.map((contender) => CONTENDERS[contender]);
	const color = { ...coloursOf(compared), legend: null };
	return {
		...at(latency),
		title: `Latency ${latency} ms`,
		width: BARS_WIDTH,
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

function at(latency: number) {
	return {
		data: { name: 'speed' },
		transform: [{ filter: { field: 'latency', equal: latency } }],
		height: ROWS,
	};
}

function lines(title: string, field: 'seconds' | 'MB'): Panel {
	const compared = IN_GROWTH.map((contender) => CONTENDERS[contender]);
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
			color: { ...coloursOf(compared), legend: {} },
		},
	};
}
