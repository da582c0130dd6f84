import type { Failure } from './failures';

/** A quote that is longer, or encoded in more ways, is left out. */
const LONGEST_TEXT = 20_000;
const MOST_FORMS = 100;

/** The letters of a shorter key stand in many words. */
const SHORTEST_KEY = 4;

/**
 * Leaves out a quote that holds the API key: in any letter case, in hex or base64, and encoded for URLs,
 * HTML or JSON any number of times. A key of up to three characters only counts as a whole word.
 */
export function withoutKey(failure: Failure, apiKey: string): Failure {
	const { quote, ...unquoted } = failure;
	return quote && mayHold(quote.text, apiKey) ? unquoted : failure;
}

function mayHold(text: string, apiKey: string): boolean {
	if (text.length > LONGEST_TEXT) return true;
	const isIn = searchFor(apiKey);
	// What is added to a set is visited, too.
	const forms = new Set([text]);
	for (const form of forms) {
		if (forms.size > MOST_FORMS || isIn(form)) return true;
		for (const decode of DECODERS) forms.add(decode(form));
	}
	return false;
}

function searchFor(apiKey: string): (text: string) => boolean {
	if (apiKey.length < SHORTEST_KEY) {
		const key = apiKey.replace(/\W/g, '\\$&');
		const word = new RegExp(`(?<![a-z0-9])${key}(?![a-z0-9])`, 'i');
		return (text) => word.test(text);
	}
	const cases = [apiKey, apiKey.toLowerCase(), apiKey.toUpperCase()];
	const encoded = cases.flatMap((key) => [Buffer.from(key).toString('hex'), ...inBase64(key)]);
	const spellings = [apiKey, ...encoded].map(comparable);
	return (text) => {
		const searched = comparable(text);
		return spellings.some((spelling) => searched.includes(spelling));
	};
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

const ENTITIES =
	'excl quot num dollar percnt amp apos lpar rpar ast plus comma period sol colon semi lt equals gt quest commat lsqb bsol rsqb hat lowbar grave lcub verbar rcub'.split(
		' ',
	);
const SIGNS = '!"#$%&\'()*+,./:;<=>?@[\\]^_`{|}';

/** Each shortens a text or leaves it as it is, so there is an end. */
const DECODERS: Array<(text: string) => string> = [
	(text) => text.replace(/%(?:u00)?([\da-f]{2})/gi, (_, code: string) => signOf(code, 16)),
	(text) =>
		text.replace(/\\(?:(?:u00|x)([\da-f]{2})|([^a-z\d]))/gi, (_, code?: string, sign = '') =>
			code ? signOf(code, 16) : sign,
		),
	(text) => text.replace(/&#x0*([\da-f]{2});?/gi, (_, code: string) => signOf(code, 16)),
	(text) => text.replace(/&#0*(\d{2,3});?/g, (_, code: string) => signOf(code, 10)),
	(text) =>
		text.replace(
			/&([a-z]{2,6});/gi,
			(entity, name: string) => SIGNS[ENTITIES.indexOf(name.toLowerCase())] ?? entity,
		),
];

function signOf(code: string, radix: number): string {
	return String.fromCharCode(parseInt(code, radix));
}
