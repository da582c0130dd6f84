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

/** People set signs between the digits of phone and VAT numbers. */
const PUNCTUATED = /^\+?\(?[\da-z]+(?:[-/ ()]+[\da-z]+)*$/i;
const DATELIKE = /^(?:[12]\d{3}[-/ ]\d\d?[-/ ]\d\d?|\d\d?[-/ ]\d\d?[-/ ][12]\d{3})(?!\d)/;
/** A shorter number is more often something else. */
const FEWEST_DIGITS = 7;
/** No country's VAT numbers have more. */
const MOST_LETTERS = 4;

/**
 * Whether two phone numbers, or numbers like them, have the same digits and letters. CRMs leave out all signs between
 * them, or set others in their places; a sign in another place makes another number, such as house number 10-1 of 101.
 * Points and commas are no such signs, because decimals have them.
 */
function isSamePhone(one: string, other: string): boolean {
	const forms = groupsIn(one);
	return groupsIn(other).some((form) =>
		forms.some((own) => own === form || own === joined(form) || joined(own) === form),
	);
}

/** Its groups of digits and letters, with spaces between them; with and without "(0)", which is not dialed from abroad. */
function groupsIn(text: string): string[] {
	if (!PUNCTUATED.test(text) || DATELIKE.test(text)) return [];
	const { length: letters } = text.replace(/[^a-z]/gi, '');
	const { length: digits } = text.replace(/\D/g, '');
	if (digits < FEWEST_DIGITS || letters > MOST_LETTERS) return [];
	return ['0', ' '].map((zero) =>
		text
			.replace('(0)', zero)
			.replace(/[^\da-z]+/gi, ' ')
			.trim(),
	);
}

function joined(groups: string): string {
	return groups.replaceAll(' ', '');
}
