import { UserError } from 'n8n-workflow';
import type { KeyedList } from './identity';

/** What keys share that are the same but for letter case, spaces, leading zeros, and number or text. */
export function looseKey(key: string): string {
	const text = String(JSON.parse(key)).replace(/\s/g, '').toUpperCase();
	return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text;
}

/** Gives for each of the keys those of the list, shared ones included, that are the same but for the spelling. */
export function spellingsOf(
	keys: string[],
	{ records, shared }: KeyedList,
): ReadonlyMap<string, string[]> {
	const spellings = new Map<string, string[]>();
	const byLooseKey = new Map<string, string[]>();
	for (const key of keys) {
		const same = byLooseKey.get(looseKey(key)) ?? [];
		byLooseKey.set(looseKey(key), same);
		spellings.set(key, same);
	}
	const present = keys.length > 0 ? [...records.keys(), ...shared.keys()] : [];
	for (const key of present) byLooseKey.get(looseKey(key))?.push(key);
	return spellings;
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
