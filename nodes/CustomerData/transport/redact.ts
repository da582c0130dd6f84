/** The shortest part of a base64 text that is not found in other text by chance. */
const SHORTEST_BASE64 = 6;

/**
 * Takes the API key out of a text that the service or n8n wrote, to be quoted. Finds the key as it
 * is and in any letter case; with any of its characters URL-encoded, once or twice, or escaped as in
 * JSON or HTML; and in base64 and base64url, with or without padding. A key of five characters or
 * more is also found in the base64 of a longer text.
 *
 * @param apiKey visible ASCII characters
 */
export function withoutKey(text: string, apiKey: string): string {
	const characters = [...apiKey];
	const plain = characters.map((character) => spellings(character));
	// JSON doubles every backslash: one by one, that could be read in too many ways.
	const inJson = characters.map((character) =>
		spellings(character, JSON.stringify(character).slice(1, -1)),
	);
	const written = new RegExp(`${inJson.join('')}|${plain.join('')}`, 'gi');
	return text.replace(written, '***').replace(base64Spellings(apiKey), '***');
}

const HTML_NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** A pattern for one character: in either letter case, in a URL, in JSON and HTML, and as it is written. */
function spellings(character: string, written = character): string {
	const cases = [...new Set([character.toLowerCase(), character.toUpperCase()])];
	const codes = cases.map((either) => either.charCodeAt(0));
	const hex = codes.map((code) => code.toString(16)).join('|');
	const name = HTML_NAMES[character];
	return `(?:${[
		`%(?:25)?(?:${hex})`,
		`\\\\u00(?:${hex})`,
		`&#(?:x0{0,9}(?:${hex})|0{0,9}(?:${codes.join('|')}));`,
		...(name ? [`&${name};`] : []),
		...(character === '/' ? ['\\\\/'] : []),
		literal(written),
	].join('|')})`;
}

/** The key alone in base64, and at each of the three places in a group of a longer text's bytes. */
function base64Spellings(apiKey: string): RegExp {
	const alone = Buffer.from(apiKey).toString('base64').replace(/=+$/, '');
	const within = [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.from(' '.repeat(before) + apiKey);
		// Characters that hold bits of the key alone: the others depend on what stands beside it.
		const [first, end] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
		const own = bytes.toString('base64').slice(first, end);
		const beside = '[\\w+/-]?';
		return own.length < SHORTEST_BASE64 ? [] : [beside + inBase64(own) + beside];
	});
	return new RegExp(`(?:${[...within, inBase64(alone)].join('|')})(?:=|%3[Dd]){0,2}`, 'g');
}

/** Base64url has two other characters, and a URL encodes those of base64. */
function inBase64(text: string): string {
	return text.replace(/[+/]/g, (character) =>
		character === '+' ? '(?:[+-]|%2[Bb])' : '(?:[/_]|%2[Ff])',
	);
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
