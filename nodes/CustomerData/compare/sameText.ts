import { isSameMoment } from './moments';

/** Whether two texts, both plain, are two ways to write one number, date, phone number or address. */
export function isSameText(one: string, other: string, timeZone: string): boolean {
	return (
		isSameNumber(one, other) ||
		isSameMoment(one, other, timeZone) ||
		isSamePhone(one, other) ||
		isSameEmail(one, other)
	);
}

/** Compared as text, because a number would be rounded. */
function isSameNumber(one: string, other: string): boolean {
	const decimal = decimalIn(one);
	return decimal !== undefined && decimal === decimalIn(other);
}

/**
 * A number without an exponent. Codes and phone numbers can start with zeros or a plus. A database adds zeros to the
 * end of a decimal.
 */
const DECIMAL = /^(-?(?:0|[1-9]\d*))(?:\.(?=\d)(\d*[1-9])?0*)?$/;

function decimalIn(text: string): string | undefined {
	const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
	return whole && `${whole}.${fraction}`;
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
