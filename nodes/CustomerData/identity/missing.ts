import { UserError } from 'n8n-workflow';
import { userError } from '../errors/userError';
import { named } from './spelling';

/** Why a record may be in the list although it was not read, and what to do about that. */
export interface Doubt {
	/** After "because". */
	why: string;
	advice: string;
}

export const DOUBTS = {
	isEmpty: {
		why: 'the list is empty',
		advice:
			"If it should have records, check 'Company ID' in the credential. If it really is empty, mark the records as removed in the other system yourself.",
	},
	isUnidentified: {
		why: 'a record without an identifier may be the missing one',
		advice: 'Correct the records that lack an identifier.',
	},
	lacksOverlap: {
		why: 'the node could not check whether the list changed during the read',
		advice:
			'If the pages of this list never overlap, mark removed records in the other system yourself.',
	},
	repeats: {
		why: 'the list changed during the read, or contains duplicates',
		advice: 'If this keeps happening, find two equal records in the application, and delete one.',
	},
} satisfies Record<string, Doubt>;

/**
 * Why a record may be in a list that was read and has others, if so. Records that share an identifier have one, so
 * they leave no doubt about those with another.
 *
 * @param isUnidentified whether some records have no identifier
 * @param read whether its pages could show changes, and how many records came twice
 */
export function doubtIn(
	isUnidentified: boolean,
	{ lacksOverlap, repeats }: { lacksOverlap: boolean; repeats: number },
): Doubt | undefined {
	if (isUnidentified) return DOUBTS.isUnidentified;
	if (lacksOverlap) return DOUBTS.lacksOverlap;
	return repeats > 0 ? DOUBTS.repeats : undefined;
}

/** That the records with these keys are missing, and are held back all the same. */
export function notRemoved(keys: string[], { why, advice }: Doubt): UserError {
	return userError(
		`The list has no record for ${named(keys)}, but nothing was output as removed, because ${why}`,
		`${advice} The next execution looks again.`,
	);
}

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
 * Refuses to call more records removed than the option allows. Those whose removal is held back count, too.
 *
 * @param count how many are missing
 * @param known how many could be
 * @param maxRemovals the most that may be, as a percentage of those
 * @param next what looks again
 * @param notes what else to know before raising the maximum
 * @throws TooManyRemovals
 */
export function checkRemovals(
	count: number,
	known: number,
	maxRemovals: number,
	next: keyof typeof MISSING,
	...notes: Array<string | undefined>
): void {
	const percentage = (100 * count) / known;
	if (known < FEW_RECORDS || percentage <= maxRemovals) return;
	const they = count === 1 ? 'it was' : 'they were';
	// A published workflow keeps its options until it is published again.
	const raised = `${Math.ceil(percentage)}${next === 'poll' ? ' and publish' : ''}`;
	const raise = `If ${they} removed on purpose, raise 'Max Removals (%)' under 'Options' to ${raised}. Lower it again after the next successful ${next}.`;
	const looksAgain = `Nothing was output, and the next ${next} looks again.`;
	throw new TooManyRemovals(
		`${count} of ${known} ${MISSING[next](count === 1)}, more than 'Max Removals (%)' allows (${maxRemovals}%)`,
		{ description: [looksAgain, raise, ...notes].filter(Boolean).join(' ') },
	);
}

/** That raising the maximum is not enough. */
export function stillHeldBack({ why, advice }: Doubt): string {
	return `Even then, nothing is output as removed, because ${why}. ${advice}`;
}

/**
 * A service that fails can answer with an empty list, so nobody is removed because of it, whatever the options.
 *
 * @param known how many records could be missing
 * @throws TooManyRemovals for more than one
 */
export function checkNotEmpty(known: number): void {
	if (known < 2) return;
	throw new TooManyRemovals(`The list is empty, so all ${known} known records are missing`, {
		description: `Nothing was output, and the next poll looks again. ${DOUBTS.isEmpty.advice} Then unpublish this workflow until the list has records again.`,
	});
}
