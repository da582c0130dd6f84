import type { Failure } from './failures';

/** Characters; a longer quote is left out, because looking for the key in it takes too long. */
const LONGEST_TEXT = 20_000;

/** Codes of URLs, of JSON and scripts, and of HTML: any of them could stand for a part of the key. */
const ESCAPED = /%(?:u00)?[\da-f]{2}|\\|&(?:#|[a-z]+;)/i;

/** Fewer letters and digits stand in many texts by chance, so such a key is looked for as it is. */
const FEWEST_LETTERS = 6;

/**
 * Leaves out a quote that may hold the API key: its letters and digits in their order, whatever their
 * case and whatever else is between them, or any text that is escaped for URLs, HTML or JSON.
 */
export function withoutKey(failure: Failure, apiKey: string): Failure {
	const { quote, ...unquoted } = failure;
	return quote && mayHold(quote.text, apiKey) ? unquoted : failure;
}

function mayHold(text: string, apiKey: string): boolean {
	if (text.length > LONGEST_TEXT || ESCAPED.test(text)) return true;
	const key = lettersAndDigits(apiKey);
	if (key.length < FEWEST_LETTERS) return text.toLowerCase().includes(apiKey.toLowerCase());
	// The key can stand in a tag, or around one.
	return [text, text.replace(/<[^<>]*>/g, '')].some((part) => lettersAndDigits(part).includes(key));
}

/** In lowercase. A key is ASCII, and Unicode has other forms of that, such as full-width letters. */
function lettersAndDigits(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z\d]/g, '');
}
