import { element, line, round, text, ticks } from './svg.mts';

export interface Series {
	style: string;
	points: Array<{ x: number; y: number }>;
}

interface LineChart {
	title: string;
	/** What the axes show, with their units. */
	axes: { x: string; y: string };
	series: Series[];
	width: number;
	height: number;
}

const TOP = 56;
const LEFT = 52;
const BOTTOM = 44;
const RIGHT = 16;

/** Lines over a common axis that starts at 0. */
export function lineChart({ title, axes, series, width, height }: LineChart): string {
	const points = series.flatMap((one) => one.points);
	const xMarks = ticks(Math.max(...points.map(({ x }) => x)));
	const yMarks = ticks(Math.max(...points.map(({ y }) => y)));
	const right = width - RIGHT;
	const bottom = height - BOTTOM;
	const x = (value: number) => round(LEFT + (value / (xMarks.at(-1) ?? 1)) * (right - LEFT));
	const y = (value: number) => round(bottom - (value / (yMarks.at(-1) ?? 1)) * (bottom - TOP));
	return [
		text(title, 0, 16, 'heading'),
		text(axes.y, 0, 40, 'tick'),
		...yMarks.flatMap((mark) => [
			line(LEFT, y(mark), right, y(mark), 'grid'),
			text(mark.toLocaleString('en'), LEFT - 8, y(mark) + 4, 'tick end'),
		]),
		...xMarks.map((mark) => text(mark.toLocaleString('en'), x(mark), bottom + 18, 'tick middle')),
		text(axes.x, (LEFT + right) / 2, bottom + 36, 'tick middle'),
		...series.flatMap(({ points, style }) => [
			element('path', {
				d: `M${points.map((point) => `${x(point.x)} ${y(point.y)}`).join('L')}`,
				class: `line ${style}`,
			}),
			...points.map((point) =>
				element('circle', { cx: x(point.x), cy: y(point.y), r: 3, class: style }),
			),
		]),
	].join('');
}
