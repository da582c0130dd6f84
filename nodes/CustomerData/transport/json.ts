/**
 * What a number that JavaScript cannot hold contains. Both also occur in text, so they only tell
 * where a closer look is needed. V8 searches for a fixed sequence much faster than for `\d{16}`.
 */
const SIXTEEN_DIGITS = new RegExp('\\d'.repeat(16));
const LARGE_EXPONENT = /\d[eE][\d+]\d\d/;

/**
 * Parses JSON. A number that JavaScript cannot hold becomes text, exactly as it is written: a whole
 * number beyond ±(2^53 − 1), or one that would become infinite.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseExactly(text: string): unknown {
	const value: unknown = JSON.parse(text);
	if (!SIXTEEN_DIGITS.test(text) && !LARGE_EXPONENT.test(text)) return value;
	const exact = withNumbersAsText(text);
	return exact === text ? value : JSON.parse(exact);
}

const NUMBER_START = /[-\d]/;
const NUMBER_PART = /[-+.\deE]/;

/**
 * Valid JSON, with quotes around the numbers that JavaScript cannot hold. Not one regular
 * expression: V8 runs out of stack where that has to match millions of characters.
 */
function withNumbersAsText(json: string): string {
	const parts: string[] = [];
	let copied = 0;
	for (let at = 0; at < json.length; at++) {
		if (json[at] === '"') {
			at = endOfText(json, at);
		} else if (NUMBER_START.test(json.charAt(at))) {
			const start = at;
			while (NUMBER_PART.test(json.charAt(at + 1))) at++;
			const literal = json.slice(start, at + 1);
			if (canHold(literal)) continue;
			parts.push(json.slice(copied, start), `"${literal}"`);
			copied = at + 1;
		}
	}
	return parts.join('') + json.slice(copied);
}

/** Where the closing quote is. */
function endOfText(json: string, start: number): number {
	let at = start + 1;
	while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
	return at;
}

function canHold(literal: string): boolean {
	const number = Number(literal);
	const isWhole = /^-?\d+(?:\.0+)?$/.test(literal);
	return isWhole ? Number.isSafeInteger(number) : Number.isFinite(number);
}
