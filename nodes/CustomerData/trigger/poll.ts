import { randomUUID } from 'node:crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { clientFor, type Client } from '../api/client';
import { withoutKeys } from '../errors/redact';
import { listed, MOST_NAMED } from '../errors/userError';
import { FEW_RECORDS } from '../identity/brake';
import { doubtIn } from '../identity/missing';
import { named } from '../identity/spelling';
import { newGate } from '../read/clock';
import { listPages, logLine, newStats, type ReadStats } from '../read/readRecords';
import { changesSince, eventOf } from './changes';
import { readWatchRequest, type WatchRequest } from './parameters';
import type { Snapshot } from './snapshot';
import { load, ownerOf, store } from './state';
import { readWatchedList, watchedPart, type ReadPages, type WholeList } from './watchedList';

/**
 * Finds what changed since the last poll, and says in n8n's log what that took. The state is written whole,
 * after a whole read; whatever ends early leaves it as it was.
 *
 * @param stored what the trigger stored last, if anything
 * @param signal ends the reading
 * @returns as {@link findChanges}, and whether the stored state is another one now
 * @throws PageNotRead, or UserError for what was entered, does not identify records, or is missing
 */
export async function poll(context: IPollFunctions, stored: unknown, signal?: AbortSignal) {
	const { id, name } = context.getNode();
	const request = readWatchRequest(context.getNodeParameter.bind(context));
	const client = await clientFor(context);
	const owner = ownerOf(id, client.connection, request);
	const known = load(stored, owner);
	const startsOver = 'This trigger remembers nothing of this list, so this poll is its first';
	if (!known) context.logger.info(`${name}: ${startsOver}`);
	const stats = newStats();
	const pages = pagesFor({ ...client, signal }, request, stats);
	const found = await findChanges(known, request, pages, stats);
	const isStored = store(context.getWorkflowStaticData('node'), owner, found.next);
	context.logger.info(`${name}: ${logLine(found.read, stats)}, ${eventsIn(found)}`);
	for (const note of notesOn(found)) {
		context.logger.warn(`${name}: ${withoutKeys(note, context)}`);
	}
	return { ...found, isStored };
}

type Found = Awaited<ReturnType<typeof findChanges>>;

function eventsIn({ changes, doubt, leftOut, next }: Found): string {
	const { size: waiting } = next.waiting;
	const later = waiting > 0 ? `, waiting: ${waiting}` : '';
	const held = doubt ? ', no record counts as missing' : '';
	return `events: ${changes.length}${later}, left out: ${leftOut}${held}`;
}

function* notesOn({ known, next, respelled }: Found): Generator<string> {
	const emptied = [...next.filled].flatMap(([field, count]) =>
		count === 0 && known.filled.get(field) ? [field] : [],
	);
	if (emptied.length > 0) {
		const fields = listed(emptied, 'disjunction');
		yield `No record has a field named ${fields} any more. It counts as empty`;
	}
	for (const { key, spellings } of respelled.slice(0, MOST_NAMED)) {
		yield `${key} is missing, but the list has ${named(spellings)}. It is not output as removed, because it may be the same record`;
	}
}

function pagesFor(client: Client, request: WatchRequest, stats: ReadStats): ReadPages {
	const { list, keyField } = request;
	const { fields, ignored } = request.watched;
	// A field that is not watched may differ with every request; the identifier tells records apart.
	const partOf = watchedPart({
		fields: fields.length > 0 ? [keyField, ...fields] : [],
		ignored: ignored.filter((field) => field !== keyField),
	});
	const gate = newGate();
	return () => listPages(client, list, { gate, stats, partOf });
}

/**
 * Reads the whole list, and compares it with what is known, if anything.
 *
 * @param stats what the pages count
 * @returns what was known and is next, the changes between, and how many records were read and left out
 * @throws PageNotRead, or UserError for a list that cannot be compared
 */
export async function findChanges(
	last: Snapshot | undefined,
	request: WatchRequest,
	pages: ReadPages,
	stats: Pick<ReadStats, 'lacksOverlap' | 'repeats'>,
) {
	const { watchedId } = request;
	const nothing = { entries: new Map(), filled: new Map(), waiting: new Map() };
	const counts = { runs: 0, accepted: 0, existing: Infinity };
	const known: Snapshot = last ?? { ...nothing, ...counts, watchedId, epoch: randomUUID() };
	const findEvent = (key: string, hash: string) => eventOf(key, hash, known, request);
	const list = await readWatchedList(pages, request, findEvent);
	const { records, keyless, shared } = list;
	checkChoice(list, known, watchedId);
	const filled = list.picker.counts;
	const doubt = doubtIn(keyless.length > 0, stats);
	const found = changesSince({ ...known, filled }, { records, shared, doubt }, request);
	const leftOut = keyless.length + [...shared.values()].flat().length;
	return { ...found, known, doubt, leftOut, read: records.size + leftOut };
}

/** How many percent of the records may lose a chosen field at once. */
const EMPTIED = 20;

/**
 * Where a service leaves out what is empty, a field that is emptied in the last record is on no record any more.
 * One that the vendor renamed is so too, but at once on all that had it.
 *
 * @throws UserError for chosen fields that no record ever had, or that many have lost
 */
function checkChoice(
	{ picker }: WholeList,
	{ entries, filled, watchedId }: Snapshot,
	chosenId: string,
) {
	// What no record had at the first poll with this choice is probably misspelled.
	const isFirst = watchedId !== chosenId || entries.size === 0;
	const isRenamed = picker.missing.some((field) => {
		const count = filled.get(field) ?? 0;
		return count >= FEW_RECORDS && 100 * count > EMPTIED * entries.size;
	});
	if (isFirst || isRenamed) picker.check();
}
