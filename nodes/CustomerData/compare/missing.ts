import { UserError } from 'n8n-workflow';
import { looseKey } from '../read/identity';

/** In shorter lists, a few records are a large share. */
const FEWEST_RECORDS = 10;

/** So many records are missing at once that the service may be returning only part of the list. */
export class TooManyRemovals extends UserError {}

/** A list that was read to its end: its records, and what several of them share, by key. */
export interface KeyedList {
	records: ReadonlyMap<string, unknown>;
	shared: ReadonlyMap<string, unknown>;
}

/** Which of the known keys no record of the list has, each with the key there that is only spelled otherwise. */
export function missingFrom(
	{ records, shared }: KeyedList,
	known: Iterable<string>,
): Map<string, string | undefined> {
	const missing = [...known].filter((key) => !records.has(key));
	const present = missing.length > 0 ? [...records.keys(), ...shared.keys()] : [];
	const spellings = new Map(present.map((key) => [looseKey(key), key]));
	return new Map(missing.map((key) => [key, spellings.get(looseKey(key))]));
}

/**
 * @param known how many records could be missing
 * @param next what looks again
 * @throws TooManyRemovals
 */
export function checkRemovals(
	count: number,
	known: number,
	maxRemovals: number,
	next: 'execution' | 'poll',
): void {
	const percentage = (100 * count) / known;
	if (known < FEWEST_RECORDS || percentage <= maxRemovals) return;
	const [verb, they] = count === 1 ? ['records is', 'it was'] : ['records are', 'they were'];
	const description = `Nothing was output, and the next ${next} looks again. If ${they} removed on purpose, raise 'Max Removals (%)' under 'Options' to ${Math.ceil(percentage)}, and lower it again after the next ${next}.`;
	throw new TooManyRemovals(
		`${count} of ${known} ${verb} missing, more than 'Max Removals (%)' allows (${maxRemovals}%)`,
		{ description },
	);
}
