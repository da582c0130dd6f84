import type { Pair } from '../compare/fates';
import { isToWake } from '../compare/rows';
import { withoutTags } from '../errors/html';
import { fieldOf } from '../values/paths';
import { cut, LONGEST, shown, shownInShort } from '../values/shown';

/** What differs in one field, as people read it. */
export interface Difference {
	field: string;
	/** What the row has. */
	from: string;
	/** What the record has. */
	to: string;
}

export function differencesIn({ row, record, differing }: Pair): Difference[] {
	const differences = differing.map(({ name: field, value }) => {
		const [from, to] = cutTo(shown(value), shown(fieldOf(record, field)));
		return { field, from, to };
	});
	if (row.mark && isToWake(row)) {
		const { path, value } = row.mark;
		differences.push({ field: path, from: shownInShort(value), to: 'back in the list' });
	}
	return differences;
}

/** In one line, e.g. "City: Gent → Brugge; Email: [empty] → ann@example.com". It has no tags, because people mail it. */
export function differenceText(pair: Pair): string {
	const texts = differencesIn(pair).map(({ field, from, to }) => `${field}: ${from} → ${to}`);
	return withoutTags(texts.join('; '));
}

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
