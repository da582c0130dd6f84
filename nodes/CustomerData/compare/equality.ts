import { isObject, parseExactly, unlessItThrows } from '../api/json';
import { isSameMoment } from './moments';

/**
 * Whether a row of another system holds the value that the list has, however that system writes it. Ways to write
 * text, numbers, booleans, dates, lists, and nothing at all make no difference, at any depth. What a system loses
 * does, such as leading zeros, digits, or letter case.
 *
 * @param own the value in the list, `undefined` or JSON
 * @param value what the row holds for it
 * @param timeZone of the workflow, as an IANA name, for dates that name none
 */
export function isEqual(own: unknown, value: unknown, timeZone: string): boolean {
	if (own === value) return true;
	const [one, other] = [fromJson(own), fromJson(value)];
	const [text, otherText] = [plainText(one), plainText(other)];
	if (text === otherText) return true;
	// Airtable leaves out boxes that are not ticked. In Salesforce, a box that is left out is false.
	if (text === '' || otherText === '') return one === false || other === false;
	if (Array.isArray(one)) return isEqualList(one, other, timeZone);
	if (Array.isArray(other)) return isEqualList(other, one, timeZone);
	if (isObject(one)) return isObject(other) && isEqualObject(one, other, timeZone);
	if (typeof one === 'boolean') return isMeant(one, otherText);
	if (typeof other === 'boolean') return isMeant(other, text);
	return (
		isSameNumber(text, otherText) ||
		isSameMoment(text, otherText, timeZone) ||
		isSamePhone(text, otherText) ||
		isSameEmail(text, otherText)
	);
}

/** The list or object that a text is the JSON of, as in a column of text; any other value as it is. */
function fromJson(value: unknown): unknown {
	if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
	return unlessItThrows(() => parseExactly(value)) ?? value;
}

/**
 * The text of a value in one normal form: NFC, `\n` for each line end, one space where there are several, none at
 * the ends of lines, and no invisible characters. Lists and objects are their JSON. It is empty for `undefined`,
 * null, and a list or object that holds nothing.
 */
export function plainText(value: unknown): string {
	if (typeof value === 'string') return normalized(value);
	if (typeof value !== 'object' || value === null) return String(value ?? '');
	return isEmpty(value) ? '' : normalized(JSON.stringify(value));
}

export function isFilled(value: unknown): boolean {
	return plainText(value) !== '';
}

function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
	return plainText(value) === '';
}

/** What most texts do not have, so they need no second look. European letters are in NFC already. */
const UNUSUAL = /[^ -~\u00c0-\u017f]| {2}|^ | $/;

function normalized(text: string): string {
	if (!UNUSUAL.test(text)) return text;
	return (
		text
			// UTF-8 cannot hold half an emoji.
			.replace(/\p{Surrogate}/gu, '\ufffd')
			.replace(/(?!\s)[\p{Cc}\p{Cf}]/gu, '')
			.normalize('NFC')
			.replace(/\r\n?/g, '\n')
			.replace(/[^\S\n]+/g, ' ')
			.replace(/ ?\n ?/g, '\n')
			.trim()
	);
}

const TRUE = /^(?:true|1|yes)$/i;
const FALSE = /^(?:false|0|no)$/i;

function isMeant(value: boolean, text: string): boolean {
	return (value ? TRUE : FALSE).test(text);
}

/** Compared as text, because a number would be rounded. */
function isSameNumber(one: string, other: string): boolean {
	const decimal = decimalIn(one);
	return decimal !== undefined && decimal === decimalIn(other);
}

/** A number without an exponent. Codes and phone numbers can start with zeros or a plus. */
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Without the zeros that a database adds to the end of a decimal. */
function decimalIn(text: string): string | undefined {
	if (!DECIMAL.test(text)) return undefined;
	return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** HubSpot returns addresses in lowercase. */
function isSameEmail(one: string, other: string): boolean {
	return EMAIL.test(one) && one.toLowerCase() === other.toLowerCase();
}

/** People set signs between the digits of phone and VAT numbers, and CRMs leave them out, or set others. */
const PUNCTUATED = /^\+?\(?[\da-z]+(?:[-/ ()]+[\da-z]+)*$/i;
const DATELIKE = /^(?:[12]\d{3}[-/ ]\d\d?[-/ ]\d\d?|\d\d?[-/ ]\d\d?[-/ ][12]\d{3})(?!\d)/;
/** A shorter number is more often something else. */
const FEWEST_DIGITS = 7;
/** No country's VAT numbers have more. */
const MOST_LETTERS = 4;

/**
 * Whether two phone numbers, or numbers like them, have the same digits and letters. "(0)" is not dialed after the
 * code of a country. Points and commas are no such signs, because decimals have them.
 */
function isSamePhone(one: string, other: string): boolean {
	const forms = dialedIn(one);
	return forms.length > 0 && dialedIn(other).some((form) => forms.includes(form));
}

function dialedIn(text: string): string[] {
	if (!PUNCTUATED.test(text) || DATELIKE.test(text)) return [];
	const { length: letters } = text.replace(/[^a-z]/gi, '');
	const { length: digits } = text.replace(/\D/g, '');
	if (digits < FEWEST_DIGITS || letters > MOST_LETTERS) return [];
	return [text, text.replace('(0)', '')].map((form) => form.replace(/[^\da-z]/gi, ''));
}

const SEPARATORS = [',', ';', '\n'];

/**
 * Whatever the order, because a set of choices has none. What is no list can be its only element, or text that holds
 * all of them.
 */
function isEqualList(list: unknown[], value: unknown, timeZone: string): boolean {
	if (!Array.isArray(value)) {
		if (list.length === 1) return isEqual(list[0], value, timeZone);
		if (typeof value !== 'string') return false;
		return SEPARATORS.some((separator) => isEqualList(list, value.split(separator), timeZone));
	}
	const left: unknown[] = [...value];
	const isPaired = list.every((element) => {
		const at = left.findIndex((one) => isEqual(element, one, timeZone));
		return at >= 0 && left.splice(at, 1);
	});
	return isPaired && left.length === 0;
}

type Fields = Record<string, unknown>;

/** A field that only one of them has is compared with nothing. */
function isEqualObject(one: Fields, other: Fields, timeZone: string): boolean {
	const own = new Map(Object.entries(one));
	const others = new Map(Object.entries(other));
	const names = Object.keys({ ...one, ...other });
	return names.every((name) => isEqual(own.get(name), others.get(name), timeZone));
}
