import { UserError } from 'n8n-workflow';

/** In shorter lists, a few records are a large share. */
const FEWEST_RECORDS = 10;

/** So many records are gone at once that the service may be returning only part of the list. */
export class TooManyRemovals extends UserError {}

/**
 * @param missed how many of the known records are gone since the poll before
 * @param maxRemovals the largest share of the known records, in percent
 * @throws TooManyRemovals with both figures, the option's name and what to do
 */
export function checkRemovals(missed: number, known: number, maxRemovals: number): void {
	const percentage = (100 * missed) / known;
	if (known < FEWEST_RECORDS || percentage <= maxRemovals) return;
	const [verb, they] = missed === 1 ? ['records is', 'it was'] : ['records are', 'they were'];
	const description = `Nothing was emitted, and the next poll looks again. If ${they} removed on purpose, raise 'Max Removals (%)' under 'Options' to ${Math.ceil(percentage)}, and lower it again after the next poll.`;
	throw new TooManyRemovals(
		`${missed} of ${known} ${verb} gone, more than 'Max Removals (%)' allows (${maxRemovals}%)`,
		{ description },
	);
}
