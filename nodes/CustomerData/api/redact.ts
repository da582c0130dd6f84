import type { Failure } from './failures';

/** A longer quote is left out. */
const LONGEST_TEXT = 20_000;

/** Codes of URLs, of JSON and scripts, and of HTML, in any of which the key could be spelled. */
const ESCAPED = /%(?:u00)?[\da-f]{2}|\\|&(?:#|[a-z]+;)/i;

/**
 * Leaves out a quote that may hold the API key: in any letter case, in hex or base64, or in characters
 * that are escaped for URLs, HTML or JSON.
 */
export function withoutKey(failure: Failure, apiKey: string): Failure {
	const { quote, ...unquoted } = failure;
	return quote && mayHold(quote.text, apiKey) ? unquoted : failure;
}

function mayHold(text: string, apiKey: string): boolean {
	if (text.length > LONGEST_TEXT || ESCAPED.test(text)) return true;
	const searched = comparable(text);
	const cases = [apiKey, apiKey.toLowerCase(), apiKey.toUpperCase()];
	const encoded = cases.flatMap((key) => [Buffer.from(key).toString('hex'), ...inBase64(key)]);
	return [apiKey, ...encoded].some((spelling) => searched.includes(comparable(spelling)));
}

/** Without letter case, and without the difference between base64 and base64url. */
function comparable(text: string): string {
	return text.toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}

/** The text in base64 after 0, 1 or 2 other bytes, without the characters that also hold bits of others. */
function inBase64(text: string): string[] {
	return [0, 1, 2].map((before) => {
		const end = before + text.length;
		const encoded = Buffer.from(text.padStart(end)).toString('base64');
		return encoded.slice(Math.ceil((before * 4) / 3), Math.floor((end * 4) / 3));
	});
}
