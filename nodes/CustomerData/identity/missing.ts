import type { UserError } from 'n8n-workflow';
import { userError } from '../errors/userError';
import type { OptionValues } from '../parameters/chosenOptions';
import { FEW_RECORDS } from '../parameters/limits';
import { OPTIONS } from '../parameters/options';
import { brake, TooMany, type Load } from './brake';
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

/** That raising the maximum is not enough. */
export function stillHeldBack({ why, advice }: Doubt): string {
	return `Even then, nothing is output as removed, because ${why}. ${advice}`;
}

const MISSING: Record<Load['next'], Load['what']> = {
	execution: {
		one: 'input items has no record in the list',
		several: 'input items have no record in the list',
	},
	poll: { one: 'records is missing', several: 'records are missing' },
};

/**
 * Brakes where many of the known rows or records are missing.
 *
 * @param next looks again
 * @param known how many could be missing
 * @throws TooMany
 */
export function brakeOnMissing(
	next: Load['next'],
	count: number,
	known: number,
	maximum: Pick<OptionValues, 'maxRemovals'> & Partial<Pick<OptionValues, 'mostRemovals'>>,
	...notes: Array<string | undefined>
): void {
	if (known < FEW_RECORDS) return;
	const { maxRemovals: maxPercentage, mostRemovals: most = Infinity } = maximum;
	brake({
		...{ count, of: known, maxPercentage, most, notes, next },
		what: MISSING[next],
		option: OPTIONS.maxRemovals.displayName,
		first: `The next ${next} looks again.`,
		reason: count === 1 ? 'it was removed on purpose' : 'they were removed on purpose',
	});
}

/**
 * A service that fails can answer with an empty list, so nobody is removed because of it, whatever the options.
 *
 * @param known how many records could be missing
 * @throws TooMany for more than one
 */
export function checkNotEmpty(known: number): void {
	if (known < 2) return;
	throw new TooMany(`The list is empty, so all ${known} known records are missing`, {
		description: `Nothing was output, and the next poll looks again. ${DOUBTS.isEmpty.advice} Then unpublish this workflow until the list has records again.`,
	});
}
