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
 * One error for several, which names the first of them: what is wrong, and what to do about it; what else is wrong, and
 * what to do about that. Its message names each, because many places show nothing else.
 *
 * @param most how many it names
 */
export function combined(errors: UserError[], most: number): UserError {
	const byAdvice = new Map<string, string[]>();
	for (const { message, description } of errors.slice(0, most)) {
		const advice = String(description);
		byAdvice.set(advice, [...(byAdvice.get(advice) ?? []), message]);
	}
	const told = [...byAdvice].reduce(
		(before, [description, messages]) => {
			const first = before.message && `${before.message}. ${before.description} `;
			return { message: first + messages.join('. '), description };
		},
		{ message: '', description: '' },
	);
	const more = errors.length > most ? `. And ${errors.length - most} more` : '';
	return userError(told.message + more, told.description);
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
