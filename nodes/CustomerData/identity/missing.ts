import { UserError } from 'n8n-workflow';

/** In shorter lists, a few records are a large share, so guards that count a share ignore so few. */
export const FEW_RECORDS = 10;

/** So many records are missing at once that the service may be returning only part of the list. */
export class TooManyRemovals extends UserError {}

/** What the records are called by whatever looks again. */
const MISSING = {
	execution: (isOne: boolean) => `input items ${isOne ? 'has' : 'have'} no record in the list`,
	poll: (isOne: boolean) => `records ${isOne ? 'is' : 'are'} missing`,
};

/**
 * Refuses to call more records removed than the option allows.
 *
 * @param count how many are missing
 * @param known how many could be
 * @param maxRemovals the most that may be, as a percentage of those
 * @param next what looks again
 * @throws TooManyRemovals
 */
export function checkRemovals(
	count: number,
	known: number,
	maxRemovals: number,
	next: keyof typeof MISSING,
): void {
	const percentage = (100 * count) / known;
	if (known < FEW_RECORDS || percentage <= maxRemovals) return;
	const they = count === 1 ? 'it was' : 'they were';
	// A published workflow keeps its options until it is published again.
	const raised = `${Math.ceil(percentage)}${next === 'poll' ? ' and publish' : ''}`;
	const description = `Nothing was output, and the next ${next} looks again. If ${they} removed on purpose, raise 'Max Removals (%)' under 'Options' to ${raised}. Lower it again after the next successful ${next}.`;
	throw new TooManyRemovals(
		`${count} of ${known} ${MISSING[next](count === 1)}, more than 'Max Removals (%)' allows (${maxRemovals}%)`,
		{ description },
	);
}
