import { errorsFor, withFate, type Fate, type Held, type ListRecord } from '../compare/fates';
import { isToWake, type Row } from '../compare/rows';
import { withoutTags } from '../errors/html';
import { inFull, wordsOf, type HasNode, type Words } from '../errors/nodeErrors';
import { groupedBy } from '../identity/groups';
import { fieldOf } from '../values/paths';
import { shownInShort } from '../values/shown';
import { differencesIn, differenceText, type Difference } from './differences';

/** What somebody has to look at comes first, because a long report may be cut. */
const CHANGES = ['held back', 'created', 'updated', 'removed'] as const;

/** What becomes of a record or a row, as people read it. */
export interface Finding {
	change: (typeof CHANGES)[number];
	/** The identifier. */
	key: string;
	/** What people know it by: the value of the first field that is compared. */
	name: string;
	differences: Difference[];
	/** Why it is held back, and what to do. */
	notes: Words[];
}

/** Where there is nothing to say: n8n shows empty text in red. */
export const NONE = '–';

/** @param names of the compared fields */
export function findingsIn(fates: Fate[], names: string[], context: HasNode): Finding[] {
	const findings = fates.flatMap((one): Finding[] => {
		const who = () =>
			whoIs('record' in one ? one : undefined, 'row' in one ? one.row : undefined, names);
		switch (one.fate) {
			case 'created':
			case 'removed':
				return [{ change: one.fate, ...who(), differences: [], notes: [] }];
			case 'updated':
				return [{ change: one.fate, ...who(), differences: differencesIn(one), notes: [] }];
			case 'held': {
				const notes = errorsFor([one]).map((error) => wordsOf(error, context));
				return peopleIn(one, names).map((person) => {
					return { change: 'held back', ...person, differences: [], notes };
				});
			}
			default:
				return [];
		}
	});
	const placeOf = ({ change }: Finding) => CHANGES.indexOf(change);
	return findings.sort((one, other) => placeOf(one) - placeOf(other));
}

/** The first few, because a hint stands above the output. */
const FEW_DIFFERENCES = 5;
/** Characters of one line. */
const LONGEST_LINE = 200;

/** What differs in the first rows to update, a line each, e.g. "C001 (Bakery Ulm): City: Gent → Brugge". */
export function firstDifferences(fates: Fate[], names: string[]): string[] {
	const updated = withFate('updated', fates).filter(
		({ row, differing }) => differing.length > 0 || isToWake(row),
	);
	const lines = updated.slice(0, FEW_DIFFERENCES).map((pair) => {
		const { key, name } = whoIs({ key: pair.row.key, record: pair.record }, pair.row, names);
		return shownInShort(`${key} (${name}): ${differenceText(pair)}`, LONGEST_LINE);
	});
	const more = updated.length - lines.length;
	return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** What keeps the whole workflow from doing anything. */
export function stopIn(stops: string): Finding[] {
	if (stops === '') return [];
	return [
		{
			change: 'held back',
			key: NONE,
			name: NONE,
			differences: [],
			notes: [{ message: stops, description: '' }],
		},
	];
}

type Line = Record<'change' | 'key' | 'name' | 'field' | 'from' | 'to' | 'note', string>;

/** Rows for a sheet: one for each field that differs, one for each note, and one where there is neither. They hold no tag. */
export function linesOf(findings: Finding[]): Line[] {
	return findings.flatMap(({ change, key, name, differences, notes }): Line[] => {
		const line = { change, key, name, field: NONE, from: NONE, to: NONE, note: NONE };
		const lines = [
			...differences.map((difference) => ({ ...line, ...difference })),
			...notes.map((note) => ({ ...line, note: inFull(note) })),
		];
		return (lines.length > 0 ? lines : [line]).map(tagless);
	});
}

/** Texts that hold no tag, because people mail them. */
export function tagless<Name extends string>(texts: Record<Name, string>): Record<Name, string>;
export function tagless(texts: Record<string, string>): Record<string, string> {
	const entries = Object.entries(texts);
	return Object.fromEntries(entries.map(([name, text]) => [name, withoutTags(text)]));
}

type Person = Pick<Finding, 'key' | 'name'>;

/** Each record that waits, once, or the first row where none does. */
function peopleIn({ rows: [row], records }: Held, names: string[]): Person[] {
	if (records.length === 0) return [whoIs(undefined, row, names)];
	const byKey = groupedBy(records, ({ key, record }) => key ?? record);
	return [...byKey.values()].map(([one]) => whoIs(one, undefined, names));
}

function whoIs(
	one: Partial<ListRecord> | undefined,
	row: Row | undefined,
	[first = '']: string[],
): Person {
	const key = one?.key ?? row?.key;
	const name = one?.record ? fieldOf(one.record, first) : row?.cells[0]?.value;
	return {
		key: key === undefined ? NONE : String(JSON.parse(key)),
		name: name === undefined ? NONE : shownInShort(name),
	};
}
