import type { UserError } from 'n8n-workflow';
import { shortHash } from '../api/hash';
import { MOST_HELD, userError } from '../errors/userError';
import { canonical } from '../identity/identity';
import { named } from '../identity/spelling';
import { fieldOf } from '../values/paths';
import { withFate, type Fate, type Pair } from './fates';
import { isToWake } from './rows';

/** What is asked of another system, each with a mark in what is remembered. */
const MARKS = { created: '+', updated: '~', removed: '-' } as const;
type Kind = keyof typeof MARKS;

/** One change that is asked for. */
export interface Ask {
	kind: Kind;
	/** What identifies the record, as its JSON text. */
	key: string;
	/** What a change of it makes another one. */
	content: string;
}

/** What was asked for so far: hashes of contents, by kind and hash of the key. */
export type Asked = ReadonlyMap<string, string>;

const askId = (kind: Kind, key: string) => MARKS[kind] + shortHash(key);

/**
 * Compares what is to be asked for with what was. What has to be asked for again, unchanged, was not done. A creation
 * is asked for once, whatever changes, because it may have been done out of sight: where the other system is read in
 * part, or stores identifiers in another way, each time would add a copy.
 *
 * @param known what was asked for so far
 * @param listed the keys of the list; none where records may be in it that were not read
 * @returns what was asked for before, of which creations are held back, and what to remember
 */
export function recall(
	known: Asked,
	asks: Ask[],
	listed: Iterable<string> | undefined,
): { again: Ask[]; next: Asked } {
	const next = creationsLeft(known, listed);
	const again: Ask[] = [];
	for (const ask of asks) {
		const place = askId(ask.kind, ask.key);
		const content = ask.content && shortHash(ask.content);
		if (known.get(place) === content) again.push(ask);
		next.set(place, content);
	}
	return { again, next };
}

/** What was created, unless the record left the list since. */
function creationsLeft(known: Asked, listed: Iterable<string> | undefined): Map<string, string> {
	const created = [...known].filter(([place]) => place.startsWith(MARKS.created));
	// Nobody waits for the hashes of a whole list that nothing is looked up in.
	if (created.length === 0 || !listed) return new Map(created);
	const left = new Set([...listed].map((key) => askId('created', key)));
	return new Map(created.filter(([place]) => left.has(place)));
}

export function asksIn(fates: Fate[], names: string[]): Ask[] {
	return [
		...withFate('created', fates).map(({ key }): Ask => ({ kind: 'created', key, content: '' })),
		...withFate('updated', fates)
			.filter(({ row }) => isToWake(row) || names.length > 0)
			.map((one) => toUpdate(one, names)),
		...withFate('removed', fates).map(({ row: { key } }): Ask => {
			return { kind: 'removed', key, content: '' };
		}),
	];
}

/** Another update is due as soon as either side changes. */
function toUpdate({ row: { key, cells, isMarked }, record }: Pair, names: string[]): Ask {
	const values = cells.map(({ value }) => value ?? null);
	const own = canonical(names.map((name) => fieldOf(record, name) ?? null));
	return { kind: 'updated', key, content: JSON.stringify([own, values, isMarked]) };
}

const ADVICE: Array<[Kind, string]> = [
	[
		'created',
		'Your CRM may have refused it, or keep its identifier in another form; the node before this one may not return all rows, or an earlier execution is still saving. It is not output again, so that there is no second copy. Once this is corrected, execute this workflow by hand to create it.',
	],
	[
		'updated',
		'Your CRM may have refused it, or keep a value in another form. It was output again. Correct it in one of the two systems, or do not compare the field that stays different.',
	],
	['removed', 'Your CRM may have refused it. It was output again. Check the node that saves it.'],
];

export function errorsOfAgain(again: Ask[]): UserError[] {
	return ADVICE.flatMap(([kind, advice]) => {
		const keys = again.filter((ask) => ask.kind === kind).map(({ key }) => key);
		if (keys.length === 0) return [];
		const were = keys.length === 1 ? 'was' : 'were';
		const message = `${named(keys, MOST_HELD)} ${were} output as ${kind} before, but that was not done`;
		return [userError(message, advice)];
	});
}
