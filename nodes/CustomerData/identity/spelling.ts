import { normalized } from '../errors/unicode';
import { FALSE, plainText, TRUE } from '../values/equality';
import type { KeyedList } from './identity';

/** Spaces, invisible characters, the sign for a lost character, and accents, which MySQL ignores by default. */
const UNSEEN = /[\p{Z}\p{C}\p{Sk}\p{DI}\p{Script=Inherited}\ufffd]/gu;
const PUNCTUATION = /[\p{P}\u2212]/gu;
const LEADING_ZEROS = /(?<!\d)0+(?=\d)/g;
/** As somebody may write it; once it is plain, without commas. */
const NUMBER = /^(?:[\d,]*\d|[\d,]*\.\d+)(?:E[-+]?\d+)?$/;

/**
 * A text that two spellings of one identifier share, because some system takes them for one: "K-01" and "k1" are both
 * "K1". It leaves aside Unicode compatibility form, letter case, accents, spaces, invisible and punctuation characters,
 * leading zeros of each run of digits, and whether it is a number or text. Two records never become one by it: it only
 * holds back, and names.
 *
 * @param key as its JSON text
 */
export function looseKey(key: string): string {
	const text = foldedText(key);
	const isNumber = NUMBER.test(text);
	const bare = text.replace(LEADING_ZEROS, '').replace(PUNCTUATION, '');
	// Punctuation alone would leave an empty text, and make all such keys one.
	return asNumber(isNumber ? text.replaceAll(',', '') : bare || text);
}

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * A text that two values share if one may be the other in another form: as `looseKey`, and without the signs in a phone
 * number, so "+49 (0)731-12" is "4973112". True and false are as systems write them, and false is empty. Lists, objects
 * and dates have more forms than this: for them, it is only the text.
 */
export function looseValue(value: unknown): string {
	const text = plainText(value);
	if (text === '' || FALSE.test(text)) return '';
	if (TRUE.test(text)) return '1';
	// As 0 is false, 0.00 is, too.
	if (PLAIN_NUMBER.test(text)) return String(Math.abs(Number(text)) || '');
	const bare = text.replace(/\(0\)|[^\p{L}\p{M}\p{N}]/gu, '');
	return looseKey(JSON.stringify(bare || text));
}

function foldedText(key: string): string {
	const seen = normalized(String(JSON.parse(key)), 'NFKD').replace(UNSEEN, '');
	// Some letters have two lowercase forms, and some two uppercase ones: σ and ς, ß and ẞ.
	return seen.toLowerCase().toUpperCase();
}

function asNumber(text: string): string {
	const number = NUMBER.test(text) ? Number(text) : NaN;
	return Number.isFinite(number) ? String(number) : text;
}

/** For each of the keys, the keys in the list that are the same but for the spelling, shared keys included. */
export function spellingsOf(
	keys: string[],
	{ records, shared }: KeyedList,
): ReadonlyMap<string, string[]> {
	const spellings = new Map<string, Spelling[]>();
	const byLooseKey = new Map<string, Spelling[]>();
	for (const key of keys) {
		const loose = looseKey(key);
		const same = byLooseKey.get(loose) ?? [];
		byLooseKey.set(loose, same);
		spellings.set(key, same);
	}
	const present = keys.length > 0 ? [...records.keys(), ...shared.keys()] : [];
	for (const key of present) byLooseKey.get(looseKey(key))?.push(spellingOf(key));
	return new Map(
		[...spellings].map(([key, same]) => {
			const own = spellingOf(key);
			return [key, same.filter((other) => mayBeOne(own, other)).map((other) => other.key)];
		}),
	);
}

interface Spelling {
	key: string;
	text: string;
	/** A long number as a double holds it. */
	rounded: string | undefined;
}

function spellingOf(key: string): Spelling {
	const text = foldedText(key).replace(LEADING_ZEROS, '');
	return { key, text, rounded: /^\d{16,}$/.test(text) ? String(Number(text)) : undefined };
}

/** Two long numbers may be the same only if one of them is the other, rounded. */
function mayBeOne(one: Spelling, other: Spelling): boolean {
	if (one.rounded === undefined || other.rounded === undefined) return true;
	return one.text === other.text || one.rounded === other.text || other.rounded === one.text;
}
