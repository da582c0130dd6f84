import type { UserError } from 'n8n-workflow';
import { shortHash } from '../api/hash';
import type { DataRecord } from '../api/page';
import { MOST_HELD, named, userError } from '../errors/userError';
import { canonical } from '../identity/identity';
import { hasContent } from '../values/content';
import { fieldOf } from '../values/paths';
import { shownInShort } from '../values/shown';
import { withFate, type Fate, type Pair } from './fates';
import { isToWake, valueIn } from './rows';

/** What is asked of another system, each with a mark in what is remembered. */
const MARKS = { created: '+', updated: '~', removed: '-' } as const;
type AskKind = keyof typeof MARKS;

/** One change that is asked for. */
export interface Ask {
	kind: AskKind;
	/** What identifies the record, as its JSON text. */
	key: string;
	/** What a change of it makes another one. */
	content: string;
	/** What people know the record by: its first field that is compared. */
	name?: string;
}

/** What was asked for so far: hashes of contents, by kind and hash of the key. */
export type Asked = ReadonlyMap<string, string>;

const askId = (kind: AskKind, key: string) => MARKS[kind] + shortHash(key);

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

/** Leaves out what was asked for now, and will not be done: nobody may take it for done. */
export function withoutNew(next: Asked, known: Asked, kinds: AskKind[]): Asked {
	const isLost = (id: string) => !known.has(id) && kinds.some((kind) => id.startsWith(MARKS[kind]));
	return new Map([...next].filter(([id]) => !isLost(id)));
}

export function asksIn(fates: Fate[], names: string[]): Ask[] {
	const [first = ''] = names;
	const nameOfRecord = (record: DataRecord) => nameIn(fieldOf(record, first));
	return [
		...withFate('created', fates).map(({ key, record }): Ask => {
			return { kind: 'created', key, content: '', name: nameOfRecord(record) };
		}),
		...withFate('updated', fates)
			.filter(({ row }) => isToWake(row) || names.length > 0)
			.map((one) => ({ ...toUpdate(one, names), name: nameOfRecord(one.record) })),
		...withFate('removed', fates).map(({ row }): Ask => {
			return { kind: 'removed', key: row.key, content: '', name: nameIn(valueIn(row, first)) };
		}),
	];
}

function nameIn(value: unknown): string {
	return hasContent(value) ? shownInShort(value) : '';
}

/** Another update is due as soon as either side changes. */
function toUpdate({ row: { key, cells, isMarked }, record }: Pair, names: string[]): Ask {
	const values = cells.map(({ value }) => value ?? null);
	const own = canonical(names.map((name) => fieldOf(record, name) ?? null));
	return { kind: 'updated', key, content: JSON.stringify([own, values, isMarked]) };
}

const ADVICE: Array<[AskKind, string]> = [
	[
		'created',
		"Look for it in your CRM, which may have refused it, or keep its identifier in another form. Then execute this workflow by hand to create it. Until then, it is not output again, so that there is no second copy. If it is there, the node before this one does not return all contacts. If somebody deleted it on purpose, add its identifier with 'Is Not' to 'Only Records With'.",
	],
	[
		'updated',
		'It is output again now. Open the execution before this one: if your CRM refused the update, the node that saves it shows why. If your CRM saved it, it keeps a value in another form: correct it in one of the two systems, or do not compare the field.',
	],
	[
		'removed',
		'It is output again now. Open the execution before this one: if your CRM refused it, the node that saves it shows why.',
	],
];

export function errorsOfAgain(again: Ask[]): UserError[] {
	return ADVICE.flatMap(([kind, advice]) => {
		const asks = again.filter((ask) => ask.kind === kind);
		if (asks.length === 0) return [];
		const who = asks.map(({ key, name }) => (name ? `${key} (${name})` : key));
		const were = asks.length === 1 ? 'was' : 'were';
		const message = `${named(who, MOST_HELD)} ${were} output as ${kind} before, but that was not done`;
		return [userError(message, advice)];
	});
}
