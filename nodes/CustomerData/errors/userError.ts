import { UserError } from 'n8n-workflow';

/**
 * An error for what the user can correct.
 *
 * @param message what is wrong, without a full stop
 * @param description what to do, in whole sentences
 */
export function userError(message: string, description: string): UserError {
	return new UserError(message, { description });
}

/** The most that one message names; more would fill the panel, and not help. */
export const MOST_NAMED = 10;

/** The same where somebody has to look at each. */
export const MOST_HELD = 100;

/**
 * One error for several, which names the first of them, and each advice once.
 *
 * @param most how many it names
 */
export function combined(errors: UserError[], most = MOST_NAMED): UserError {
	const named = errors.slice(0, most).map(({ message }) => message);
	const more = errors.length - named.length;
	const advice = new Set(errors.map(({ description }) => description));
	const message = [...named, ...(more > 0 ? [`And ${more} more`] : [])].join('. ');
	return userError(message, [...advice].join(' '));
}

/** E.g. "'a', 'b', and 'c'". */
export function listed(names: string[], type?: Intl.ListFormatType): string {
	return inWords(
		names.map((name) => `'${name}'`),
		type,
	);
}

/** E.g. "a, b, and c". */
export function inWords(texts: string[], type: Intl.ListFormatType = 'conjunction'): string {
	return new Intl.ListFormat('en', { type }).format(texts);
}
