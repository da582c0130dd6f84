import type { UserError } from 'n8n-workflow';
import { named, userError } from '../errors/userError';
import { TooMany } from './brake';

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
 * Why a record that was not read may be in the list, if so. Records that share an identifier leave no doubt about
 * records with another identifier, because they do have one.
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

export function notRemoved(keys: string[], { why, advice }: Doubt): UserError {
	return userError(
		`The list has no record for ${named(keys)}, but nothing was output as removed, because ${why}`,
		`${advice} The next execution looks again.`,
	);
}

/** Says that raising the maximum is not enough. */
export function stillHeldBack({ why, advice }: Doubt): string {
	return `Even then, nothing is output as removed, because ${why}. ${advice}`;
}

/**
 * A service that fails can answer with an empty list, so no record is removed because of it, whatever the options.
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
