import type { DataRecord, JsonValue } from '../api/page';
import { normalized } from '../errors/unicode';

/** Whether a record holds all the words, in any of its values, letter case and accents aside. */
export function matcherFor(search: string): (record: DataRecord) => boolean {
	const words = plain(search).split(/\s/).filter(Boolean);
	// A search for accents alone has no words left.
	if (words.length === 0) return () => search.trim() === '';
	return (record) => {
		// Each value on a line of its own, so that no word goes from one to the next.
		const text = plain(textsIn(record).join('\n'));
		return words.every((word) => text.includes(word));
	};
}

function textsIn(value: JsonValue, texts: string[] = []): string[] {
	if (typeof value !== 'object' || value === null) texts.push(String(value ?? ''));
	else for (const inner of Object.values(value)) textsIn(inner, texts);
	return texts;
}

/** The block Combining Diacritical Marks, and the hyphen that only shows at the end of a line. */
const ACCENTS = /[\u0300-\u036f\u00ad]/g;

/** Letters that Unicode does not decompose, and what people type if their keyboard lacks them. */
const TYPED = Object.entries({ Æ: 'AE', Ø: 'O', Œ: 'OE', Đ: 'D', Ł: 'L', '’': "'" });

/** In uppercase, because some letters have two lowercase forms: σ and ς, ß and ss. */
function plain(text: string): string {
	if (/^[\0-\x7f]*$/.test(text)) return text.toUpperCase();
	const bare = normalized(text, 'NFKD').replace(ACCENTS, '').toLowerCase().toUpperCase();
	// Other scripts have marks that make another letter: カ and ガ.
	const whole = normalized(bare, 'NFC');
	return TYPED.reduce((result, [letter, typed]) => result.replaceAll(letter, typed), whole);
}
