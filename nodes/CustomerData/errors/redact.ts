import type { Failure } from './failures';

/** Characters; a longer quote is left out, because looking for the key in it takes too long. */
const LONGEST_TEXT = 20_000;

/** Codes of URLs, of JSON and scripts, and of HTML: any of them could stand for a part of the key. */
const ESCAPED = /%(?:u00)?[\da-f]{2}|\\|&(?:#|[a-z]+;)/i;

/** Fewer letters and digits stand in many texts by chance, so such a key is looked for as it is. */
const FEWEST_LETTERS = 6;

/**
 * Leaves out a quote that may hold a secret, such as the API key: its letters and digits in their order, whatever their
 * case and whatever else is between them, or any text that is escaped for URLs, HTML or JSON.
 */
export function withoutQuote(failure: Failure, secrets: string[]): Failure {
	const { quote, ...unquoted } = failure;
	return quote && secrets.some((secret) => mayHold(quote.text, secret)) ? unquoted : failure;
}

function mayHold(text: string, apiKey: string): boolean {
	if (text.length > LONGEST_TEXT || ESCAPED.test(text)) return true;
	const key = lettersAndDigits(apiKey);
	if (key.length < FEWEST_LETTERS) return text.toLowerCase().includes(apiKey.toLowerCase());
	// The key can stand in a tag, or around one.
	return [text, text.replace(/<[^<>]*>/g, '')].some((part) => lettersAndDigits(part).includes(key));
}

/** By n8n's context of an execution, a poll or a list of choices. */
const keysOf = new WeakMap<object, Set<string>>();

/** From now on, no text for this context holds a secret: it can also stand in a record, or in the name of a field. */
export function keepSecrets(secrets: string[], context: object): void {
	const keys = keysOf.get(context) ?? new Set();
	for (const secret of secrets) keys.add(secret);
	keysOf.set(context, keys);
}

/** The text with asterisks in place of each key of the context, whatever its case and whatever signs are in between. */
export function withoutKeys(text: string, context: object): string {
	return [...(keysOf.get(context) ?? [])].reduce(withoutSpellings, text);
}

/** A shorter key would be found in our own words, too. */
function withoutSpellings(text: string, apiKey: string): string {
	const key = lettersAndDigits(apiKey);
	if (key.length < FEWEST_LETTERS) return text;
	return text.replace(new RegExp([...key].join('[^a-z\\d]*'), 'gi'), '***');
}

/** In lowercase. A key is ASCII. */
function lettersAndDigits(text: string): string {
	return text.toLowerCase().replace(/[^a-z\d]/g, '');
}
