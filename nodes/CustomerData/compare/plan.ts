import { canonical, type IdentifiedRead } from '../identity/identity';
import { doubtIn, DOUBTS, type Doubt } from '../identity/missing';
import { recall, type Ask, type Memory } from './asked';
import { fatesOf, withFate, type Created, type Fate, type Pair } from './fates';
import { holdOverwritten } from './overwritten';
import type { Row } from './rows';
import { holdTwins } from './twins';

/** What the rows and a list that was read whole make of each other, as far as they say. */
export interface Compared {
	rows: Row[];
	/** Of the compared fields. */
	names: string[];
	timeZone: string;
	whole: IdentifiedRead;
	fates: Fate[];
	doubt: Doubt | undefined;
}

/** What to do in the other system, what to leave alone, and what somebody has to look at. */
export interface Plan {
	fates: Fate[];
	/** What was asked for before, and not done; creations of these have no fate. */
	again: Ask[];
	/** What was asked for, this plan included. */
	memory: Memory;
}

/**
 * Reads the list, and again where a row seems to have no record: one that others move can be missed.
 *
 * @param read reads the list whole
 * @param timeZone of n8n, for dates without one
 * @throws PageNotRead, or UserError where nothing can be compared
 */
export async function compareWhole(
	read: () => Promise<IdentifiedRead>,
	rows: Row[],
	names: string[],
	timeZone: string,
): Promise<Compared> {
	const compared = { rows, names, timeZone };
	const first = await read();
	const before = fatesOf(rows, first.list, timeZone);
	const missing = new Set(withFate('removed', before).map(({ row }) => row));
	const doubt = doubtOf(first);
	if (missing.size === 0) return { ...compared, whole: first, fates: before, doubt };
	// Without `await`, nothing keeps the first list in memory while the second one is read.
	return compareAgain(read, compared, missing, doubt);
}

async function compareAgain(
	read: () => Promise<IdentifiedRead>,
	compared: Pick<Compared, 'rows' | 'names' | 'timeZone'>,
	missing: Set<Row>,
	doubt: Doubt | undefined,
): Promise<Compared> {
	const whole = await read();
	const { rows, timeZone } = compared;
	const fates = fatesOf(rows, whole.list, timeZone).map((one): Fate => {
		return one.fate === 'removed' && !missing.has(one.row) ? { ...one, fate: 'missed' } : one;
	});
	return { ...compared, whole, fates, doubt: doubt ?? doubtOf(whole) };
}

function doubtOf({ result, list }: IdentifiedRead): Doubt | undefined {
	return result.records.length === 0 ? DOUBTS.isEmpty : doubtIn(list.keyless.length > 0, result);
}

/**
 * Decides what is due, and what is held back.
 *
 * @param memory what was asked for so far
 * @param isUnattended whether nobody looks at what is output before it is saved
 */
export function planFor(
	{ names, timeZone, whole, fates: found, doubt }: Compared,
	memory: Memory,
	isUnattended: boolean,
): Plan {
	const { result, list, errors } = whole;
	const sharing = [...list.shared].flatMap(([key, seen]) =>
		seen.map(({ record }) => ({ key, record })),
	);
	const certain = holdInDoubt(holdTwins(found, sharing, names, timeZone), doubt);
	const fates = holdOverwritten(certain, names, result.records, isUnattended);
	const listed = doubt ? undefined : [...list.records.keys(), ...list.shared.keys()];
	const owned = new Set(ownedIn(found));
	const { again, next } = recall(memory, asksIn(fates, names), owned, listed);
	const asked = new Set(again.map(({ key }) => key));
	const due = fates.filter((one) => one.fate !== 'created' || !asked.has(one.key));
	const unidentified = errors.map(({ error }): Fate => ({
		fate: 'held',
		why: 'unidentified',
		error,
	}));
	return { fates: [...unidentified, ...due], again, memory: next };
}

function holdInDoubt(fates: Fate[], doubt: Doubt | undefined): Fate[] {
	if (!doubt) return fates;
	return fates.map((one) =>
		one.fate === 'removed' ? { ...one, fate: 'held', why: 'inDoubt', doubt } : one,
	);
}

/** The keys of rows; of rows that share one, only where it may be another spelling. */
function ownedIn(fates: Fate[]): string[] {
	return fates.flatMap((one) => ('row' in one && one.row.key !== undefined ? [one.row.key] : []));
}

function asksIn(fates: Fate[], names: string[]): Ask[] {
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

function contentOf(record: Created['record'], names: string[]): string {
	return canonical(names.map((name) => record[name] ?? null));
}
