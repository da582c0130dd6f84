import { INVISIBLE_ALONE, plainText } from './equality';

/** As n8n shows a value that is empty; line breaks as a sign, so that it stays one line. */
export function shown(value: unknown): string {
	return plainText(value, INVISIBLE_ALONE).replaceAll('\n', '↵') || '[empty]';
}

/** Characters of a value. */
export const LONGEST = 60;
/** Characters of a message that stands among others. */
export const LONGEST_NOTE = 1000;

/** The beginning of a value, if it is long. */
export function shownInShort(value: unknown, longest = LONGEST): string {
	return cut([...shown(value)], 0, longest);
}

/** So many of them from there on, with an ellipsis for what is cut off. */
export function cut(characters: string[], start: number, longest = LONGEST): string {
	const end = start + longest;
	const [before, after] = [start > 0 ? '…' : '', characters.length > end ? '…' : ''];
	return before + characters.slice(start, end).join('') + after;
}
