import type { UserError } from 'n8n-workflow';
import {
	checkRemovals,
	doubtIn,
	DOUBTS,
	notRemoved,
	stillHeldBack,
	type Doubt,
} from '../../identity/missing';
import type { IdentifiedRead } from '../reads';
import {
	againErrors,
	checkCreated,
	checkKnown,
	checkMost,
	fieldErrors,
	rowErrors,
	twinErrors,
} from './checks';
import {
	comparedIn,
	differencesOf,
	type Differences,
	type KeyedRow,
	type Pair,
} from './differences';
import { overwrittenIn } from './fields';
import { recall, type Ask, type Memory } from './memory';
import type { Comparison } from './request';
import type { Row } from './rows';
import { twinsIn, type KeyedRecord } from './twins';

/** What to do in the other system. */
export interface Due {
	created: KeyedRecord[];
	updated: Pair[];
	removed: KeyedRow[];
	/** What was asked for, these changes included. */
	memory: Memory;
}

/** A list that was read whole, and how the rows differ from it. */
export interface Compared {
	rows: Row[];
	names: string[];
	timeZone: string;
	whole: IdentifiedRead;
	found: Differences;
	/** Of the rows without a record, those that every read missed. */
	gone: KeyedRow[];
	doubt: Doubt | undefined;
}

/**
 * Reads the list, and again where a row seems to have no record: one that others move can be missed.
 *
 * @param read reads the list whole
 * @param timeZone of n8n, for dates without one
 * @throws PageNotRead, or UserError where nothing can be compared
 */
export async function readDifferences(
	read: () => Promise<IdentifiedRead>,
	rows: Row[],
	names: string[],
	timeZone: string,
): Promise<Compared> {
	const compared = { rows, names, timeZone };
	const first = await read();
	const before = differencesOf(rows, first.list, timeZone);
	if (before.missing.length === 0) {
		return { ...compared, whole: first, found: before, gone: [], doubt: doubtOf(first) };
	}
	const second = await read();
	const found = differencesOf(rows, second.list, timeZone);
	const missedBefore = new Set(before.missing.map(({ item }) => item));
	const gone = found.missing.filter(({ item }) => missedBefore.has(item));
	return { ...compared, whole: second, found, gone, doubt: doubtOf(first) ?? doubtOf(second) };
}

function doubtOf({ result, list }: IdentifiedRead): Doubt | undefined {
	return result.records.length === 0 ? DOUBTS.isEmpty : doubtIn(list.keyless.length > 0, result);
}

/**
 * Finds out what is due, and what is held back: the errors name it.
 *
 * @param memory what was asked for so far
 * @param isUnattended whether nobody looks at what is output before it is saved
 * @throws UserError where more would be due than the options allow
 */
export function dueIn(
	{
		rows,
		names,
		timeZone,
		whole: { result, list, errors: unidentified },
		found,
		gone,
		doubt,
	}: Compared,
	options: Comparison['request']['options'],
	memory: Memory,
	isUnattended: boolean,
): { due: Due; errors: UserError[] } {
	const { maxCreated, maxRemovals, mostRemovals } = options;
	const isKnown = checkKnown(rows, list, options);
	checkCreated(found.created.length, list.records.size, maxCreated, isKnown);
	const known = rows.filter(({ key, isMarked }) => key !== undefined && !isMarked).length;
	const note = doubt && stillHeldBack(doubt);
	checkRemovals(gone.length, known, maxRemovals, 'execution', note);
	checkMost(gone.length, known, mostRemovals);

	const keyless = rows.filter(({ key }) => key === undefined);
	const sharing = [...list.shared].flatMap(([key, seen]) => seen.map((one) => ({ ...one, key })));
	const twins = [
		...twinsIn([...keyless, ...found.missing], found.created, names, timeZone),
		...twinsIn(found.missing, sharing, names, timeZone),
	];
	const twinRows = new Set(twins.map(({ row: { item } }) => item));
	const missing = gone.filter(({ item }) => !twinRows.has(item));

	const overwritten = overwrittenIn(found.paired, names, result.records, isUnattended);
	const heldPairs = new Set(overwritten.flatMap(({ pairs }) => pairs));
	const updated = found.paired.filter((pair) => isDue(pair) && !heldPairs.has(pair));

	const held = new Set(twins.map(({ key }) => key));
	const removed = doubt ? [] : missing;
	const asks = [
		...found.created.filter(({ key }) => !held.has(key)).map(askToCreate(names)),
		...updated.filter(({ row }) => row.isMarked || names.length > 0).map(askToUpdate(names)),
		...removed.map(({ key }): Ask => ({ kind: 'removed', key, content: '' })),
	];
	const listed = doubt ? undefined : [...list.records.keys(), ...list.shared.keys()];
	const { again, next } = recall(memory, asks, found.owned, listed);
	for (const { key } of again) held.add(key);
	const created = found.created.filter(({ key }) => !held.has(key));
	const errors = [
		...unidentified.map(({ error }) => error),
		...rowErrors(found),
		...(doubt && missing.length > 0 ? [notRemoved(keysOf(missing), doubt)] : []),
		...twinErrors(twins),
		...fieldErrors(overwritten),
		...againErrors(again),
	];
	return { due: { created, updated, removed, memory: next }, errors };
}

function keysOf(rows: KeyedRow[]): string[] {
	return rows.map(({ key }) => key);
}

function isDue({ row, differing }: Pair): boolean {
	return row.isMarked || row.fields.length === 0 || differing.length > 0;
}

/** A record that no row had so far is asked for again only when what is compared of it changes. */
function askToCreate(names: string[]) {
	return ({ key, record }: KeyedRecord): Ask => {
		const compared = names.length > 0 ? names : Object.keys(record).sort();
		return { kind: 'created', key, content: comparedIn(record, compared) };
	};
}

/** Another update is due as soon as either side changes. */
function askToUpdate(names: string[]) {
	return ({ row: { key, fields, isMarked }, record }: Pair): Ask => {
		const values = fields.map(([, value]) => value ?? null);
		return {
			kind: 'updated',
			key,
			content: JSON.stringify([comparedIn(record, names), values, isMarked]),
		};
	};
}
