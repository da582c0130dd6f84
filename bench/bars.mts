import { element, group, line, round, text, ticks } from './svg.mts';

export interface Bar {
	label: string;
	value: number;
	/** Stands behind the bar. */
	note: string;
	style: string;
}

interface BarChart {
	title: string;
	/** What the axis shows, with its unit. */
	axis: string;
	bars: Bar[];
	width: number;
	/** Whether the labels stand before the bars; several charts beside each other share them. */
	labelWidth: number;
}

const ROW = 24;
const THICKNESS = 14;
const TOP = 30;
const NOTE_WIDTH = 92;

/** Lying bars, one below the other. */
export function barChart({ title, axis, bars, width, labelWidth }: BarChart): string {
	const marks = ticks(Math.max(...bars.map(({ value }) => value)), 3);
	const plotWidth = width - labelWidth - NOTE_WIDTH;
	const x = (value: number) => labelWidth + (value / (marks.at(-1) ?? 1)) * plotWidth;
	const bottom = TOP + bars.length * ROW;
	return [
		text(title, labelWidth, 16, 'heading'),
		...marks.flatMap((mark) => [
			line(x(mark), TOP, x(mark), bottom, 'grid'),
			text(mark.toLocaleString('en'), x(mark), bottom + 16, 'tick middle'),
		]),
		text(axis, x((marks.at(-1) ?? 0) / 2), bottom + 34, 'tick middle'),
		...bars.map(({ label, value, note, style }, index) =>
			group(
				0,
				TOP + index * ROW,
				labelWidth > 0 ? text(label, labelWidth - 10, 16, 'end') : '',
				element('rect', {
					x: labelWidth,
					y: (ROW - THICKNESS) / 2,
					width: round(x(value) - labelWidth),
					height: THICKNESS,
					rx: 2,
					class: style,
				}),
				text(note, round(x(value) + 6), 16, 'note'),
			),
		),
	].join('');
}
