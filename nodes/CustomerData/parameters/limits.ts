/** In shorter lists, a few records are a large share, so brakes on a share ignore so few. */
export const FEW_RECORDS = 10;

/** The most that Compare removes unless the user sets a percentage: a fifth of a long list is many. */
export const MOST_REMOVALS = 500;

/** How many reads in a row must miss a record; a single read can miss one that moves. */
export const MISSES_UNTIL_REMOVED = 3;

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'];

/** A number as a sentence has it. */
export function spelledOut(number: number): string {
	return NUMBERS[number] ?? String(number);
}
