import type { UserError } from 'n8n-workflow';
import { shortHash } from '../../api/hash';
import type { DataRecord } from '../../api/page';
import { MOST_HELD, userError } from '../../errors/userError';
import { canonical } from '../../identity/identity';
import { named } from '../../identity/spelling';
import { withFate, type Created, type Fate, type Pair } from '../fates';
import type { Evidence } from './rule';

/** What is asked of another system, each with a mark in what is remembered. */
const MARKS = { created: '+', updated: '~', removed: '-' } as const;
export type Kind = keyof typeof MARKS;
export const KINDS: readonly Kind[] = ['created', 'updated', 'removed'];

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

/** In place of a content, for a record that was created, and had a row since. */
const DONE = '';

const markOf = (kind: Kind, key: string) => MARKS[kind] + shortHash(key);

/**
 * Compares what is to be asked for with what was. What has to be asked for again, unchanged, was not done. A creation
 * is never asked for twice, because it may have been done out of sight: where the other system is read in part, or
 * stores identifiers in another way, each time would add a copy. Only a record that changed, and never had a row, is
 * asked for again.
 *
 * @param known what was asked for so far
 * @param owned the keys that exactly one row has
 * @param listed the keys of the list; none where records may be in it that were not read
 * @returns what was asked for before, of which creations are held back, and what to remember
 */
export function recall(
	known: Asked,
	asks: Ask[],
	owned: Iterable<string>,
	listed: Iterable<string> | undefined,
): { again: Ask[]; next: Asked } {
	const next = creationsLeft(known, owned, listed);
	const again: Ask[] = [];
	for (const ask of asks) {
		const { kind, key } = ask;
		const place = markOf(kind, key);
		const content = shortHash(ask.content);
		const before = known.get(place);
		const isDone = before === DONE;
		if (isDone || before === content) again.push(ask);
		next.set(place, isDone ? DONE : content);
	}
	return { again, next };
}

/** What was created, unless the record left the list since. */
function creationsLeft(
	known: Asked,
	owned: Iterable<string>,
	listed: Iterable<string> | undefined,
): Map<string, string> {
	const created = [...known].filter(([place]) => place.startsWith(MARKS.created));
	// Nobody waits for the hashes of a whole list that nothing is looked up in.
	if (created.length === 0) return new Map();
	const left = listed && new Set(places(listed));
	const next = new Map(created.filter(([place]) => left?.has(place) ?? true));
	for (const place of places(owned)) if (next.has(place)) next.set(place, DONE);
	return next;
}

function places(keys: Iterable<string>): string[] {
	return [...keys].map((key) => markOf('created', key));
}

export function asksIn(fates: Fate[], { names }: Pick<Evidence, 'names'>): Ask[] {
	return [
		...withFate('created', fates).map((one) => toCreate(one, names)),
		...withFate('updated', fates)
			.filter(({ row }) => row.isMarked || names.length > 0)
			.map((one) => toUpdate(one, names)),
		...withFate('removed', fates).map(({ row: { key } }): Ask => {
			return { kind: 'removed', key, content: '' };
		}),
	];
}

/** A record that no row had so far is asked for again only when what is compared of it changes. */
function toCreate({ key, record }: Created, names: string[]): Ask {
	const compared = names.length > 0 ? names : Object.keys(record).sort();
	return { kind: 'created', key, content: contentOf(record, compared) };
}

/** Another update is due as soon as either side changes. */
function toUpdate({ row: { key, fields, isMarked }, record }: Pair, names: string[]): Ask {
	const values = fields.map(([, value]) => value ?? null);
	const content = JSON.stringify([contentOf(record, names), values, isMarked]);
	return { kind: 'updated', key, content };
}

function contentOf(record: DataRecord, names: string[]): string {
	return canonical(names.map((name) => record[name] ?? null));
}

const ADVICE: Record<Kind, string> = {
	created:
		'Your CRM may have refused it, or keep its identifier in another form; the node before this one may not return all rows, or an earlier execution is still saving. It is not output again, so that there is no second copy. Once this is corrected, execute the workflow by hand to create it.',
	updated:
		'Your CRM may have refused it, or keep a value in another form. It was output again. Correct it in one of the two systems, or do not compare the field that stays different.',
	removed: 'Your CRM may have refused it. It was output again. Check the node that saves it.',
};

export function errorsOfAgain(again: Ask[]): UserError[] {
	return KINDS.flatMap((kind) => {
		const keys = again.filter((ask) => ask.kind === kind).map(({ key }) => key);
		if (keys.length === 0) return [];
		const were = keys.length === 1 ? 'was' : 'were';
		const message = `${named(keys, MOST_HELD)} ${were} output as ${kind} before, but that was not done`;
		return [userError(message, ADVICE[kind])];
	});
}
