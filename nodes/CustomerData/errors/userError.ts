import { UserError } from 'n8n-workflow';

/**
 * An error that the user can correct.
 *
 * @param message says what is wrong, without a full stop
 * @param description says what to do, in whole sentences
 */
export function userError(message: string, description: string): UserError {
	return new UserError(message, { description });
}

/** For a value that the panel does not offer, as in a workflow that was built elsewhere. */
export function notOffered(
	kind: string,
	chosen: unknown,
	choices: ReadonlyArray<{ value: string }>,
): UserError {
	const values = choices.map(({ value }) => `"${value}"`);
	const advice = `Choose one from the list: ${inWords(values, 'disjunction')}.`;
	return userError(`There is no ${kind} "${String(chosen)}"`, advice);
}

/** The most that one message names; more would fill the panel, and not help. */
export const MOST_NAMED = 10;

/** The most that one message names where a person has to look at each. */
export const MOST_HELD = 100;

/**
 * One error for several. Errors with the same advice stand together, and the advice follows them: "Record 1 has no
 * code. Record 2 has no code. Add it. Codes are shared". The advice of the last group is the description. All else is
 * the message, because many places show nothing but that.
 *
 * @param most how many errors it names
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

/** The first names, and how many more there are. @param most how many to name */
export function named(names: string[], most = MOST_NAMED): string {
	const more = names.length - most;
	return inWords([...names.slice(0, most), ...(more > 0 ? [`${more} more`] : [])]);
}
