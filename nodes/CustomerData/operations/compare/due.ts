import type { UserError } from 'n8n-workflow';
import type { DataRecord } from '../../api/page';
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
	checkFields,
	checkKnown,
	checkMost,
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
import { recall, type Ask, type Memory } from './memory';
import type { Comparison } from './request';
import type { Row } from './rows';
import { twinsIn } from './twins';

/** What to do in the other system. */
export interface Due {
	created: Differences['created'];
	updated: Pair[];
	removed: KeyedRow[];
	/** All of the list. */
	records: DataRecord[];
	/** What was asked for, these changes included. */
	memory: Memory;
}

/**
 * Finds out what is due, and what was held back: the errors name it.
 *
 * @param read reads the list whole
 * @param timeZone of n8n, for dates without one
 * @throws PageNotRead, or UserError where more would be due than the options allow, or nothing can be compared
 */
export async function dueIn(
	read: () => Promise<IdentifiedRead>,
	rows: Row[],
	{ request: { options }, columns }: Comparison,
	memory: Memory,
	timeZone: string,
): Promise<{ due: Due; errors: UserError[] }> {
	const names = columns.fields.map(([name]) => name);
	const { whole, found, doubt } = await readDifferences(read, rows, names, timeZone);
	const { list } = whole;
	const errors = [...whole.errors.map(({ error }) => error), ...rowErrors(found)];
	const isKnown = checkKnown(rows, list, options);
	checkCreated(found.created.length, list.records.size, options.maxCreated, isKnown);
	const { missing, updated } = found;
	const known = rows.filter(({ key, isMarked }) => key !== undefined && !isMarked).length;
	const note = doubt && stillHeldBack(doubt);
	checkRemovals(missing.length, known, options.maxRemovals, 'execution', note);
	checkMost(missing.length, known, options.mostRemovals);
	const missingKeys = missing.map(({ key }) => key);
	if (doubt && missing.length > 0) errors.push(notRemoved(missingKeys, doubt));
	const removed = doubt ? [] : missing;

	const twins = twinsIn(found.created, rows, names, timeZone);
	errors.push(...twinErrors(twins));
	const held = new Set(twins.map(({ created: { key } }) => key));
	const asks = [
		...found.created.filter(({ key }) => !held.has(key)).map(askToCreate(names)),
		...updated.filter(({ row }) => row.isMarked || names.length > 0).map(askToUpdate(names)),
		...removed.map(({ key }): Ask => ({ kind: 'removed', key, content: '' })),
	];
	const listed = doubt ? undefined : [...list.records.keys(), ...list.shared.keys()];
	const { again, next } = recall(memory, asks, found.owned, listed);
	errors.push(...againErrors(again));
	for (const { key } of again) held.add(key);
	const created = found.created.filter(({ key }) => !held.has(key));
	const due = { created, updated, removed, records: whole.result.records, memory: next };
	return { due, errors };
}

type Created = Differences['created'][number];

/** A record that no row had so far is asked for again only when what is compared of it changes. */
function askToCreate(names: string[]) {
	return ({ key, record }: Created): Ask => {
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

/** Reads the list, and again where a row seems to have no record: one that others move can be missed. */
async function readDifferences(
	read: () => Promise<IdentifiedRead>,
	rows: Row[],
	names: string[],
	timeZone: string,
): Promise<{ whole: IdentifiedRead; found: Differences; doubt: Doubt | undefined }> {
	const first = await read();
	checkFields(names, first.result.records);
	const before = differencesOf(rows, first.list, timeZone);
	if (before.missing.length === 0) return { whole: first, found: before, doubt: doubtOf(first) };
	const second = await read();
	const found = differencesOf(rows, second.list, timeZone);
	const missedBefore = new Set(before.missing.map(({ item }) => item));
	found.missing = found.missing.filter(({ item }) => missedBefore.has(item));
	return { whole: second, found, doubt: doubtOf(first) ?? doubtOf(second) };
}

function doubtOf({ result, errors }: IdentifiedRead): Doubt | undefined {
	return result.records.length === 0 ? DOUBTS.isEmpty : doubtIn(errors.length > 0, result);
}
