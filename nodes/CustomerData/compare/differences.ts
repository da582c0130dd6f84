import { withoutTags } from '../errors/html';
import { plainText } from './equality';
import type { Pair } from './fates';
import { fieldOf } from './rows';

/** What differs in one field, as people read it. */
export interface Difference {
	field: string;
	/** What the row has. */
	from: string;
	/** What the record has. */
	to: string;
}

/** Text in it holds no HTML, because people mail it. */
export function differencesIn({ row, record, differing }: Pair): Difference[] {
	const differences = differing.map(([field, value]) => {
		const [from, to] = cutTo(shown(value), shown(fieldOf(record, field)));
		return { field, from, to };
	});
	if (row.mark && row.isMarked) {
		const { path, value } = row.mark;
		differences.push({ field: path, from: shown(value), to: 'back in the list' });
	}
	return differences.map(({ field, from, to }) => {
		return { field: withoutTags(field), from: withoutTags(from), to: withoutTags(to) };
	});
}

/** In one line, e.g. "City: Gent → Brugge; Email: [empty] → ann@example.com". */
export function differenceText(pair: Pair): string {
	return differencesIn(pair)
		.map(({ field, from, to }) => `${field}: ${from} → ${to}`)
		.join('; ');
}

/** As n8n shows a value that is empty; line breaks as a sign, so that it stays one line. */
export function shown(value: unknown): string {
	return plainText(value).replaceAll('\n', '↵') || '[empty]';
}

/** Characters of a value. */
const LONGEST = 60;
/** Characters before those that differ. */
const BEFORE = 20;

/** Both, from shortly before the first difference on if they are long. */
function cutTo(from: string, to: string): [string, string] {
	if (from.length <= LONGEST && to.length <= LONGEST) return [from, to];
	const [one, other] = [[...from], [...to]];
	const first = one.findIndex((character, index) => character !== other[index]);
	const start = Math.max(0, (first < 0 ? one.length : first) - BEFORE);
	return [cut(one, start), cut(other, start)];
}

/** The beginning of a value, if it is long. */
export function shownInShort(value: unknown): string {
	return cut([...shown(value)], 0);
}

function cut(characters: string[], start: number): string {
	const end = start + LONGEST;
	const [before, after] = [start > 0 ? '…' : '', characters.length > end ? '…' : ''];
	return before + characters.slice(start, end).join('') + after;
}
