import { isDeeperThan, isObject, numberIn, parseExactly } from '../../api/json';
import type { JsonValue } from '../../api/page';
import { canonical } from '../../identity/identity';
import { isSameMoment } from './moments';

/** As deep as a record may be nested. */
const MAX_LEVELS = 1_000;

/**
 * Whether a row of another system holds the value that the list has, however that system writes it. Ways to write
 * text, numbers, booleans, dates, lists, and nothing at all make no difference. What a system loses does, such as
 * leading zeros, digits, or letter case. Never throws.
 *
 * @param own the value in the list
 * @param value what the row holds for it
 * @param timeZone of the workflow, as an IANA name, for dates that name none
 */
export function isEqual(
	own: JsonValue | undefined,
	value: JsonValue | undefined,
	timeZone: string,
): boolean {
	if (own === value) return true;
	if (isDeeperThan(MAX_LEVELS, own) || isDeeperThan(MAX_LEVELS, value)) return false;
	const [one, other] = [sideOf(own), sideOf(value)];
	return isEqualSide(one, other, timeZone) || isEqualStructure(one, other, timeZone);
}

/**
 * The text of a value in one normal form: NFC, `\n` for each line end, one space where there are several, none at
 * the ends of lines, and no invisible characters. Lists and objects are their JSON. It is empty for `undefined`,
 * null, a list or object that holds nothing, and what is nested deeper than any record.
 */
export function plainText(value: JsonValue | undefined): string {
	return isDeeperThan(MAX_LEVELS, value) ? '' : textOf(value);
}

/** One of the two values, with its plain text. */
interface Side {
	value: unknown;
	text: string;
}

function sideOf(value: unknown): Side {
	return { value, text: textOf(value) };
}

function textOf(value: unknown): string {
	if (typeof value === 'string') return normalized(value);
	if (typeof value !== 'object' || value === null) return String(value ?? '');
	return isEmpty(value) ? '' : normalized(JSON.stringify(value));
}

function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
	return textOf(value) === '';
}

/** What most texts do not have, so they need no second look. European letters are in NFC already. */
const UNUSUAL = /[^ -~\u00c0-\u017f]| {2}|^ | $/;
/** Control characters except white space, soft hyphens, and what has no width, except the tags that make up flags. */
const INVISIBLE =
	/(?![\t-\r])[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

function normalized(text: string): string {
	if (!UNUSUAL.test(text)) return text;
	return (
		text
			// UTF-8 cannot hold half an emoji.
			.replace(/\p{Surrogate}/gu, '\ufffd')
			.replace(INVISIBLE, '')
			.normalize('NFC')
			.replace(/\r\n?/g, '\n')
			.replace(/[^\S\n]+/g, ' ')
			.replace(/ ?\n ?/g, '\n')
			.trim()
	);
}

/** Compares texts, numbers, booleans, dates, and what is empty; of lists and objects, only their JSON. */
function isEqualSide(one: Side, other: Side, timeZone: string): boolean {
	if (one.text === other.text) return true;
	// Airtable leaves out boxes that are not ticked. In Salesforce, a box that is left out is false.
	if (one.text === '' || other.text === '') return one.value === false || other.value === false;
	if (typeof one.value === 'boolean') return isMeant(one.value, other.text);
	if (typeof other.value === 'boolean') return isMeant(other.value, one.text);
	return (
		isSameNumber(one, other) ||
		isSameMoment(one.text, other.text, timeZone) ||
		isSameEmail(one.text, other.text)
	);
}

const TRUE = /^(?:true|1|yes|y|t|on)$/i;
const FALSE = /^(?:false|0|no|n|f|off)$/i;

function isMeant(value: boolean, text: string): boolean {
	return (value ? TRUE : FALSE).test(text);
}

function isSameNumber(one: Side, other: Side): boolean {
	const decimal = decimalIn(one.text);
	if (decimal !== undefined && decimal === decimalIn(other.text)) return true;
	return isWrittenOut(one.value, other.text) || isWrittenOut(other.value, one.text);
}

/** A number without an exponent. Codes and phone numbers can start with zeros or a plus. */
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A decimal without the zeros that a database adds to its end. It stays text, because a number would be rounded. */
function decimalIn(text: string): string | undefined {
	if (!DECIMAL.test(text)) return undefined;
	let end = text.length;
	if (text.includes('.')) {
		while (text[end - 1] === '0') end--;
		if (text[end - 1] === '.') end--;
	}
	const decimal = text.slice(0, end);
	return decimal === '-0' ? '0' : decimal;
}

/** Whether the text is a number so large or small that JavaScript writes it with an exponent. */
function isWrittenOut(value: unknown, text: string): boolean {
	return typeof value === 'number' && String(value).includes('e') && numberIn(text) === value;
}

/** JSON has quotation marks. */
const EMAIL = /^[^\s@"]+@[^\s@"]+$/;

function isSameEmail(one: string, other: string): boolean {
	return one.includes('@') && EMAIL.test(one) && one.toLowerCase() === other.toLowerCase();
}

/** Compares lists and objects, with each other and with text that may hold one. */
function isEqualStructure(one: Side, other: Side, timeZone: string): boolean {
	const [first, second] = [structureIn(one), structureIn(other)];
	if (first && second && keyOf(first) === keyOf(second)) return true;
	if (Array.isArray(first)) {
		if (Array.isArray(second)) return isEqualList(first, second, timeZone);
		return isEqualJoined(first, other, timeZone);
	}
	return Array.isArray(second) && isEqualJoined(second, one, timeZone);
}

/** The list or object that a value is, or that its text is the JSON of; for what is empty, a list without elements. */
function structureIn({ value, text }: Side): object | undefined {
	if (text === '') return [];
	if (typeof value === 'object' && value !== null) return value;
	if (text[0] !== '[' && text[0] !== '{') return undefined;
	try {
		const parsed = parseExactly(text);
		const isStructure = typeof parsed === 'object' && parsed !== null;
		return isStructure && !isDeeperThan(MAX_LEVELS, parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** Whatever the order, because a set of choices has none. */
function isEqualList(one: unknown[], other: unknown[], timeZone: string): boolean {
	if (one.length !== other.length) return false;
	const byKey = new Map<string, Side[]>();
	for (const element of other) {
		const key = keyOf(element);
		const same = byKey.get(key);
		if (same) same.push(sideOf(element));
		else byKey.set(key, [sideOf(element)]);
	}
	// Pair the same content first, because what equals several elements may be the only match of another.
	const unpaired = one.filter((element) => !byKey.get(keyOf(element))?.pop());
	const left = [...byKey.values()].flat();
	return unpaired.map(sideOf).every((element) => {
		const at = left.findIndex((side) => isEqualSide(element, side, timeZone));
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	});
}

const SEPARATORS = [',', ';', '\n'];

/** Compares a list with what is not one: its only element, or text that holds all of them. */
function isEqualJoined(list: unknown[], { value, text }: Side, timeZone: string): boolean {
	if (isEqualList(list, [value], timeZone)) return true;
	if (typeof value !== 'string') return false;
	const texts = list.map(textOf);
	return SEPARATORS.some((separator) => {
		// Text cannot be split where an element contains the separator.
		const isJoined = withoutGaps(texts.join(separator)) === withoutGaps(text);
		return isJoined || isEqualList(list, text.split(separator), timeZone);
	});
}

function withoutGaps(text: string): string {
	return text.replace(/([,;\n]) /g, '$1');
}

/** The same text for all values with the same content, whatever the order of their fields. */
function keyOf(value: unknown): string {
	return canonical(contentOf(value));
}

/** The same value in plain texts, its decimals without trailing zeros, its objects without empty fields. */
function contentOf(value: unknown): JsonValue {
	if (isEmpty(value)) return null;
	if (Array.isArray(value)) return value.map(contentOf);
	if (isObject(value)) {
		const filled = Object.entries(value).filter(([, one]) => !isEmpty(one));
		return Object.fromEntries(filled.map(([name, one]) => [name, contentOf(one)]));
	}
	const text = textOf(value);
	return decimalIn(text) ?? text;
}
