import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The links and pictures of a Markdown file that lead nowhere; addresses on the web count as good. */
export function brokenLinks(file: string, text = readFileSync(file, 'utf8')): string[] {
	return targetsIn(text).filter((target) => {
		const [path = '', anchor] = target.split('#');
		const place = path === '' ? file : join(dirname(file), path);
		if (path !== '' && !existsSync(place)) return true;
		if (anchor === undefined) return false;
		return !anchorsIn(path === '' ? text : readFileSync(place, 'utf8')).has(anchor);
	});
}

function targetsIn(text: string): string[] {
	const links = withoutCode(text).matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g);
	return [...links]
		.map(([, link, picture]) => link ?? picture ?? '')
		.filter((target) => !/^https?:/.test(target));
}

/** As GitHub makes them: of two equal headings, the second gets a number. */
function anchorsIn(text: string): Set<string> {
	const anchors = new Set<string>();
	for (const [, heading = ''] of withoutCode(text).matchAll(/^#+ (.+)$/gm)) {
		const slug = slugOf(heading.replace(/\[(.+?)\]\(.+?\)/g, '$1'));
		let anchor = slug;
		for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
		anchors.add(anchor);
	}
	return anchors;
}

function slugOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');
}

function withoutCode(text: string): string {
	return text
		.replace(/^\s*```.*?^\s*```$/gms, '')
		.replace(/`[^`\n]+`/g, (code) => code.slice(1, -1).replace(/[[\]()"]/g, ''));
}
