import { randomUUID } from 'node:crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { clientFor, type Client } from '../api/client';
import { MOST_NAMED } from '../errors/userError';
import { DOUBTS, type Doubt } from '../identity/missing';
import { named } from '../identity/spelling';
import { newGate } from '../read/clock';
import { listPages, newStats, summaryOf, type ReadStats } from '../read/listPages';
import { changesSince, eventOf, type Snapshot } from './changes';
import { readWatchRequest, type WatchRequest } from './parameters';
import { readList, watchedPart, type ReadPages } from './readList';
import { load, ownerOf, store } from './state';

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
	const { changes, doubt, leftOut, next, read, respelled } = found;
	const { size: waiting } = next.waiting;
	const held = doubt ? ', no record counts as missing' : '';
	const later = waiting > 0 ? `, waiting: ${waiting}` : '';
	const events = `events: ${changes.length}${later}, left out: ${leftOut}${held}`;
	context.logger.info(`${name}: ${summaryOf(read, stats)}, ${events}`);
	for (const { key, spellings } of respelled.slice(0, MOST_NAMED)) {
		const known = `${key} is missing, but the list has ${named(spellings)}`;
		context.logger.warn(
			`${name}: ${known}. It is not output as removed, because it may be the same record`,
		);
	}
	return { ...found, isStored };
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
	const nothing = {
		entries: new Map(),
		watchedId,
		runs: 0,
		waiting: new Map(),
		existing: Infinity,
	};
	const known: Snapshot = last ?? { ...nothing, epoch: randomUUID() };
	const findEvent = (key: string, hash: string) => eventOf(key, hash, known, request);
	const { records, keyless, shared } = await readList(pages, request, findEvent);
	const doubt = doubtIn(keyless, stats);
	const found = changesSince(known, { records, shared, doubt }, request);
	const leftOut = keyless.length + [...shared.values()].flat().length;
	return { ...found, known, doubt, leftOut, read: records.size + leftOut };
}

/** Why a known record may be in the list unseen, if so: without its key, or where others came twice. */
function doubtIn(
	keyless: unknown[],
	{ lacksOverlap, repeats }: Pick<ReadStats, 'lacksOverlap' | 'repeats'>,
): Doubt | undefined {
	if (keyless.length > 0) return DOUBTS.isUnidentified;
	if (lacksOverlap) return DOUBTS.lacksOverlap;
	return repeats > 0 ? DOUBTS.repeats : undefined;
}
