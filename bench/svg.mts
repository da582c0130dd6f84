type Attributes = Record<string, string | number>;

/** An element with what it holds: further elements, or text that `text` made. */
export function element(name: string, attributes: Attributes, ...content: string[]): string {
	const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
	return `<${name}${written.join('')}>${content.join('')}</${name}>`;
}

export function text(content: string, x: number, y: number, style?: string): string {
	return element('text', { x, y, ...(style && { class: style }) }, escaped(content));
}

export function group(x: number, y: number, ...content: string[]): string {
	return element('g', { transform: `translate(${x} ${y})` }, ...content);
}

export function line(x1: number, y1: number, x2: number, y2: number, style: string): string {
	return element('path', {
		d: `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`,
		class: style,
	});
}

/** Round values from 0 to just beyond the highest, a few of them. */
export function ticks(highest: number, about = 4): number[] {
	const rough = highest / about;
	const magnitude = 10 ** Math.floor(Math.log10(rough));
	const step = magnitude * ([1, 2, 5].find((factor) => factor * magnitude >= rough) ?? 10);
	return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

export function round(value: number): number {
	return Math.round(value * 10) / 10;
}

function escaped(value: string | number): string {
	return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
