import { hasContent } from '../../values/content';
import { plainText } from '../../values/equality';

/**
 * Whether a value identifies nobody: a flag, zeros and signs alone, or one of the words that people type into a field
 * that must not be empty.
 */
export function saysNothing(value: unknown): boolean {
	// Odoo returns false for an empty field.
	if (typeof value === 'boolean' || !hasContent(value)) return true;
	const text = plainText(value).toLowerCase();
	if (!/[\p{L}1-9]/u.test(text)) return true;
	const [name = ''] = text.split('@');
	return PLACEHOLDERS.has(name.replace(/[^\p{L}\p{N}]/gu, ''));
}

/** Also before the @ of an email address. */
const PLACEHOLDERS = new Set(
	'x xx xxx na no none nil null undefined false true unknown test tbd tba noname noemail nomail noreply'.split(
		' ',
	),
);
