import { inWords, MOST_NAMED } from '../errors/userError';
import type { KeyedList } from './identity';

/** Spaces, what shows nothing or stands for what is lost, and accents, which MySQL ignores by default. */
const UNSEEN = /[\p{Z}\p{C}\p{Sk}\p{DI}\p{Script=Inherited}\ufffd]/gu;
const PUNCTUATION = /[\p{P}\u2212]/gu;
const LEADING_ZEROS = /(?<!\d)0+(?=\d)/g;
/** As somebody may write it; once it is plain, without commas. */
const NUMBER = /^(?:[\d,]*\d|[\d,]*\.\d+)(?:E[-+]?\d+)?$/;

/**
 * What two spellings of one identifier share, because some system takes them for one: Unicode compatibility
 * form, letter case, accents, spaces, invisible and punctuation characters, leading zeros of each run of
 * digits, number or text. It never makes two records one: it only holds back, and names.
 *
 * @param key as its JSON text
 */
export function looseKey(key: string): string {
	const text = foldedText(key);
	const isNumber = NUMBER.test(text);
	const bare = text.replace(LEADING_ZEROS, '').replace(PUNCTUATION, '');
	// Of punctuation alone, nothing would be left to tell apart.
	return asNumber(isNumber ? text.replaceAll(',', '') : bare || text);
}

function foldedText(key: string): string {
	const seen = String(JSON.parse(key)).normalize('NFKD').replace(UNSEEN, '');
	// Some letters have two lowercase forms, and some two uppercase ones: σ and ς, ß and ẞ.
	return seen.toLowerCase().toUpperCase();
}

function asNumber(text: string): string {
	const number = NUMBER.test(text) ? Number(text) : NaN;
	return Number.isFinite(number) ? String(number) : text;
}

/** Gives for each of the keys those of the list, shared ones included, that are the same but for the spelling. */
export function spellingsOf(
	keys: string[],
	{ records, shared }: KeyedList,
): ReadonlyMap<string, string[]> {
	const spellings = new Map<string, string[]>();
	const byLooseKey = new Map<string, string[]>();
	for (const key of keys) {
		const loose = looseKey(key);
		const same = byLooseKey.get(loose) ?? [];
		byLooseKey.set(loose, same);
		spellings.set(key, same);
	}
	const present = keys.length > 0 ? [...records.keys(), ...shared.keys()] : [];
	for (const key of present) byLooseKey.get(looseKey(key))?.push(key);
	return new Map([...spellings].map(([key, same]) => [key, same.filter(mayBe(key))]));
}

/** Whether another key may be the same: of two long numbers, only if one is the other, rounded to a double. */
function mayBe(key: string) {
	const plain = (text: string) => foldedText(text).replace(LEADING_ZEROS, '');
	const isLong = (text: string) => /^\d{16,}$/.test(text);
	return (other: string): boolean => {
		const [one, two] = [plain(key), plain(other)];
		if (!isLong(one) || !isLong(two)) return true;
		return one === two || String(Number(one)) === two || String(Number(two)) === one;
	};
}

/** The first keys, and how many more there are. @param most how many to name */
export function named(keys: string[], most = MOST_NAMED): string {
	const more = keys.length - most;
	return inWords([...keys.slice(0, most), ...(more > 0 ? [`${more} more`] : [])]);
}
