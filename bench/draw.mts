import { parse, View } from 'vega';
import { compile, type Config, type TopLevelSpec } from 'vega-lite';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Something that a chart compares: its label, and its role, which sets its colour. */
export interface Compared {
	label: string;
	role: 'peer' | 'split' | 'ours' | 'limit';
}

/** GitHub's own colours, because docs/performance.md shows the charts there. */
const COLOURS = {
	light: {
		background: '#ffffff',
		text: '#1f2328',
		muted: '#59636e',
		grid: '#d1d9e0',
		roles: { peer: '#818b98', split: '#b35900', ours: '#0969da', limit: '#1a7f37' },
	},
	dark: {
		background: '#0d1117',
		text: '#f0f6fc',
		muted: '#9198a1',
		grid: '#3d444d',
		roles: { peer: '#9198a1', split: '#f0883e', ours: '#4493f8', limit: '#3fb950' },
	},
};

export async function draw(specification: TopLevelSpec, theme: Theme): Promise<string> {
	const { spec } = compile(specification, { config: configOf(theme) });
	return await new View(parse(spec), { renderer: 'none' }).toSVG();
}

/** The colour of each label. */
export function coloursOf(compared: Compared[], theme: Theme) {
	const domain = compared.map(({ label }) => label);
	const range = compared.map(({ role }) => COLOURS[theme].roles[role]);
	return { field: 'label', scale: { domain, range } };
}

export function headline(text: string, subtitle: string[], offset: number) {
	return { text, subtitle, fontSize: 18, subtitleFontSize: 12, subtitlePadding: 8, offset };
}

function configOf(theme: Theme): Config {
	const { background, text, muted, grid } = COLOURS[theme];
	return {
		aria: false,
		background,
		font: "system-ui, -apple-system, 'Segoe UI', sans-serif",
		padding: { left: 6, right: 24, top: 24, bottom: 20 },
		view: { stroke: null },
		title: {
			anchor: 'start',
			frame: 'group',
			color: text,
			fontSize: 13,
			offset: 12,
			subtitleColor: muted,
		},
		axis: {
			domain: false,
			grid: true,
			gridColor: grid,
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
}
