import { barChart, type Bar } from './bars.mts';
import { lineChart } from './lines.mts';
import {
	GROWTH_LABELS,
	SPEED_LABELS,
	speedOf,
	unique,
	type GrowthContender,
	type GrowthFigure,
	type Results,
	type SpeedContender,
} from './results.mts';
import { element, group, text } from './svg.mts';

const WIDTH = 920;
const HEIGHT = 620;
const MARGIN = 24;
const GAP = 20;
const LABEL_WIDTH = 190;

const SPEED_STYLES: Record<SpeedContender, string> = {
	httpRequest: 'peer',
	parallel1: 'ours',
	parallel4: 'ours',
	parallel8: 'ours',
	parallel16: 'ours',
	bareClient8: 'limit',
};

const GROWTH_STYLES: Record<GrowthContender, string> = {
	httpRequest: 'peer',
	httpRequestSplit: 'split',
	parallel4: 'ours',
};

/** In light and dark; the card makes it readable where the page is the other way round. */
const STYLE = `
	text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328; }
	.title { font-size: 18px; font-weight: 600; }
	.heading { font-size: 13px; font-weight: 600; }
	.tick, .subtitle { fill: #59636e; }
	.middle { text-anchor: middle; }
	.end { text-anchor: end; }
	.note { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
	rect.card { fill: #ffffff; }
	.grid { stroke: #d1d9e0; }
	.peer { --series: #818b98; }
	.split { --series: #b35900; }
	.ours { --series: #0969da; }
	.limit { --series: #1a7f37; }
	rect, circle { fill: var(--series); }
	path.line { fill: none; stroke: var(--series); stroke-width: 2px; }
	@media (prefers-color-scheme: dark) {
		text { fill: #f0f6fc; }
		.tick, .subtitle { fill: #9198a1; }
		.note { stroke: #0d1117; }
		rect.card { fill: #0d1117; }
		.grid { stroke: #3d444d; }
		.peer { --series: #9198a1; }
		.split { --series: #f0883e; }
		.ours { --series: #4493f8; }
		.limit { --series: #3fb950; }
	}
`;

/** Both series of measurements in one picture. */
export function drawChart(results: Results): string {
	const [one] = results.speed;
	const runs = one?.milliseconds.runs.length;
	const size = { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` };
	return element(
		'svg',
		{ xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img' },
		element('title', {}, 'Time and memory that it takes to read customers in n8n'),
		element('style', {}, STYLE),
		element('rect', { x: 0.5, y: 0.5, width: WIDTH - 1, height: HEIGHT - 1, rx: 6, class: 'card' }),
		text(`Reading ${one?.records.toLocaleString('en')} customers in n8n`, MARGIN, 36, 'title'),
		text(
			`Medians of ${runs} runs in n8n ${results.n8n}; shorter is better. × is the speed, with n8n's own HTTP Request node (pagination on) as 1.`,
			MARGIN,
			58,
			'subtitle',
		),
		group(MARGIN, 80, speedCharts(results)),
		group(MARGIN, 328, growthCharts(results)),
	);
}

/** A chart for each latency, with the labels before the first. */
function speedCharts(results: Results): string {
	const latencies = unique(results.speed.map(({ latency }) => latency));
	const gaps = GAP * (latencies.length - 1);
	const width = (WIDTH - 2 * MARGIN - LABEL_WIDTH - gaps) / latencies.length;
	return latencies
		.map((latency, index) => {
			const labelWidth = index === 0 ? LABEL_WIDTH : 0;
			const chart = barChart({
				title: `Service answers in ${latency} ms`,
				axis: 'seconds',
				bars: bars(results, latency),
				width: width + labelWidth,
				labelWidth,
			});
			return group(index === 0 ? 0 : LABEL_WIDTH + index * (width + GAP), 0, chart);
		})
		.join('');
}

function bars(results: Results, latency: number): Bar[] {
	const peer = speedOf(results, 'httpRequest', latency)?.milliseconds.median ?? NaN;
	return results.speed
		.filter((figure) => figure.latency === latency)
		.map(({ contender, milliseconds: { median } }) => ({
			label: SPEED_LABELS[contender],
			value: median / 1000,
			note: `${(median / 1000).toFixed(2)} s · ${(peer / median).toFixed(1)} ×`,
			style: SPEED_STYLES[contender],
		}));
}

function growthCharts({ growth }: Results): string {
	const contenders = unique(growth.map(({ contender }) => contender));
	const width = (WIDTH - 2 * MARGIN - GAP) / 2;
	const chart = (title: string, y: string, value: (figure: GrowthFigure) => number) =>
		lineChart({
			title,
			axes: { x: 'customers', y },
			series: contenders.map((contender) => ({
				style: GROWTH_STYLES[contender],
				points: growth
					.filter((figure) => figure.contender === contender)
					.map((figure) => ({ x: figure.records, y: value(figure) })),
			})),
			width,
			height: 244,
		});
	const seconds = ({ milliseconds }: GrowthFigure) => milliseconds.median / 1000;
	const megabytes = ({ memoryPeak }: GrowthFigure) => memoryPeak.median / 1e6;
	return [
		group(0, 0, chart('Time against size, without latency', 'seconds', seconds)),
		group(width + GAP, 0, chart('Peak memory of n8n against size', 'MB', megabytes)),
		...contenders.map((contender, index) =>
			group(
				index * 250,
				272,
				element('rect', { y: -9, width: 14, height: 10, rx: 2, class: GROWTH_STYLES[contender] }),
				text(GROWTH_LABELS[contender], 22, 0),
			),
		),
	].join('');
}
