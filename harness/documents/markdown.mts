import { Failure } from '../script/failure.mts';

/** A table in which an empty cell holds a dash. */
export function table(headings: string[], rows: string[][]): string {
	const lines = rows.map((cells) => cells.map((text) => text.replaceAll('|', '\\|') || '–'));
	return [headings, headings.map(() => '---'), ...lines]
		.map((cells) => `| ${cells.join(' | ')} |\n`)
		.join('');
}

/** What a reader sees of text with links in HTML. */
export function plain(html: string): string {
	return html.replace(/<\/?\w[^>]*>/g, '').replace(/[*_`<\\]/g, '\\$&');
}

/**
 * The page with this between the comments `<!-- name -->` and `<!-- /name -->`.
 *
 * @param path of the page, for the message
 * @throws Failure where the page does not have both
 */
export function between(page: string, name: string, content: string, path: string): string {
	const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const from = page.indexOf(start) + start.length;
	const to = page.indexOf(end, from);
	if (!page.includes(start) || to < 0) {
		throw new Failure(`${path} needs the lines ${start} and ${end}, for what is written between.`);
	}
	return `${page.slice(0, from)}\n\n${content.trim()}\n\n${page.slice(to)}`;
}
