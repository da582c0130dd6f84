/** Without either, a double holds every number. V8 searches for a fixed sequence fastest. */
const SIXTEEN_DIGITS = new RegExp('[\\d.]'.repeat(16));
const LARGE_EXPONENT = /\d[eE][-+]?\d{3,}(?:[,}\]\s]|$)/;

/** A number that a double cannot hold as it is written becomes text, exactly as it is written. @throws SyntaxError */
export function parseExactly(text: string): unknown {
	const value: unknown = JSON.parse(text);
	const isExact = !SIXTEEN_DIGITS.test(text) && !LARGE_EXPONENT.test(text);
	const exact = isExact ? text : withNumbersAsText(text);
	return exact === text ? value : JSON.parse(exact);
}

/** A number as JSON writes it (RFC 8259, section 6). */
const JSON_NUMBER = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE][-+]?\d+)?$/;

/** The number that is written so; `undefined` where JavaScript would write another decimal, and for other text. */
export function numberIn(literal: string): number | undefined {
	const [, whole, fraction = ''] = JSON_NUMBER.exec(literal) ?? [];
	if (whole === undefined) return undefined;
	const value = Number(literal);
	const digits = (whole + fraction).replace(/^0+/, '');
	// The fewest that lead to this double; none lead to it with another power of ten.
	const [held = ''] = Math.abs(value).toExponential().replace('.', '').split('e');
	const isHeld = digits.startsWith(held) && /^0*$/.test(digits.slice(held.length));
	return isHeld || digits === '' ? value : undefined;
}

/** Codes of so many digits are text also where a double could hold them, so that all of a list are alike. */
function isLongCode(literal: string): boolean {
	return Math.abs(Number(literal)) > Number.MAX_SAFE_INTEGER && !/e/i.test(literal);
}

/** @returns `undefined` if the action throws, as for text that is not JSON */
export function unlessItThrows<Result>(action: () => Result): Result | undefined {
	try {
		return action();
	} catch {
		return undefined;
	}
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether lists and objects stand in each other on more levels; a flat one has one. */
export function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	// Not `some`, which takes ten times as long.
	for (const inner of Object.values(value)) if (isDeeperThan(levels - 1, inner)) return true;
	return false;
}

/**
 * Puts quotes around the numbers that a double cannot hold. Not one regular expression: V8 runs
 * out of stack if that has to match millions of characters.
 */
function withNumbersAsText(json: string): string {
	const parts: string[] = [];
	let copied = 0;
	for (let at = 0; at < json.length; at++) {
		if (json[at] === '"') {
			for (at++; json[at] !== '"'; at++) if (json[at] === '\\') at++;
		} else if (/[-\d]/.test(json.charAt(at))) {
			const start = at;
			while (/[-+.\deE]/.test(json.charAt(at + 1))) at++;
			const literal = json.slice(start, at + 1);
			// A double holds any other, and asking takes longer.
			const isSuspect = /.{16}|e/i.test(literal);
			if (!isSuspect || !(isLongCode(literal) || numberIn(literal) === undefined)) continue;
			parts.push(json.slice(copied, start), `"${literal}"`);
			copied = at + 1;
		}
	}
	return parts.join('') + json.slice(copied);
}
