import { parse, View } from 'vega';
import { compile, type Config, type TopLevelSpec } from 'vega-lite';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Something that a chart compares: its label, and its role, which sets its colour. */
export interface Compared {
	label: string;
	role: 'peer' | 'split' | 'ours' | 'limit';
}

/** GitHub's own colours, because the README shows the charts there. */
const COLOURS = {
	background: { light: '#ffffff', dark: '#0d1117' },
	text: { light: '#1f2328', dark: '#f0f6fc' },
	muted: { light: '#59636e', dark: '#9198a1' },
	grid: { light: '#d1d9e0', dark: '#3d444d' },
	peer: { light: '#818b98', dark: '#9198a1' },
	split: { light: '#b35900', dark: '#f0883e' },
	ours: { light: '#0969da', dark: '#4493f8' },
	limit: { light: '#1a7f37', dark: '#3fb950' },
};
const text = COLOURS.text.light;
const muted = COLOURS.muted.light;

const CONFIG: Config = {
	aria: false,
	background: COLOURS.background.light,
	font: "system-ui, -apple-system, 'Segoe UI', sans-serif",
	padding: { left: 6, right: 24, top: 24, bottom: 20 },
	view: { stroke: null },
	title: {
		anchor: 'start',
		frame: 'group',
		color: text,
		offset: 12,
		subtitleColor: muted,
	},
	axis: {
		domain: false,
		gridColor: COLOURS.grid.light,
		labelColor: muted,
		labelFontSize: 12,
		labelPadding: 8,
		ticks: false,
		titleColor: muted,
		titleFontSize: 12,
		titleFontWeight: 'normal',
	},
	legend: { labelColor: text, labelFontSize: 12, labelLimit: 0, orient: 'bottom', title: null },
	bar: { cornerRadius: 2, height: 15 },
	text: { color: text, fontSize: 12, align: 'left', baseline: 'middle' },
};

export async function draw(specification: TopLevelSpec, theme: Theme): Promise<string> {
	const { spec } = compile(specification, { config: CONFIG });
	const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
	return Object.values(COLOURS).reduce(
		(drawn, colour) => drawn.replaceAll(colour.light, colour[theme]),
		svg,
	);
}

/** The colour of each label. */
export function coloursOf(compared: Compared[]) {
	const domain = compared.map(({ label }) => label);
	const range = compared.map(({ role }) => COLOURS[role].light);
	return { field: 'label', scale: { domain, range } };
}

export function headline(text: string, subtitle: string[], offset: number) {
	return { text, subtitle, fontSize: 18, subtitleFontSize: 12, subtitlePadding: 8, offset };
}
