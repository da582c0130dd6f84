import type { IPollFunctions } from 'n8n-workflow';
import { clientFor, type Client } from '../api/client';
import { withoutKeys } from '../errors/redact';
import { newGate } from '../read/clock';
import { listPages, logLine, newStats, type ReadStats } from '../read/readRecords';
import { changesSince } from './changes';
import { checkConditions, checkFields, emptiedIn, notesOnEmptied } from './emptied';
import { notesOnRespelled, notesOnUnwanted } from './missed';
import { watchRequestOf, type WatchRequest } from './parameters';
import { newSnapshot, type Snapshot } from './snapshot';
import { load, ownerOf, store } from './state';
import { readWatchedList, watchedPart, type PageSource } from './watchedList';

/**
 * Finds what changed since the last poll, and says in n8n's log what that took. The state is written whole,
 * after a whole read; a poll that ends early leaves it as it was.
 *
 * @param stored what the trigger stored last, if anything
 * @returns as {@link findChanges}, and whether the stored state is another one now
 */
export async function poll(context: IPollFunctions, stored: unknown, signal?: AbortSignal) {
	const { id, name } = context.getNode();
	const request = watchRequestOf(context.getNodeParameter.bind(context), context);
	const client = await clientFor(context);
	const owner = ownerOf(id, client.connection, request);
	const last = load(stored, owner);
	const startsOver = 'This trigger remembers nothing of this list, so this poll is its first';
	if (!last) context.logger.info(`${name}: ${startsOver}`);
	const stats = newStats();
	const pages = pagesFor({ ...client, signal }, request, stats);
	const found = await findChanges(last, request, pages, stats);
	const { next, notes } = found;
	const isStored = store(context.getWorkflowStaticData('node'), owner, next);
	context.logger.info(`${name}: ${logLine(found.read, stats)}, ${eventsIn(found)}`);
	for (const note of notes) {
		context.logger.warn(`${name}: ${withoutKeys(note, context)}`);
	}
	return { ...found, isStored };
}

function eventsIn({
	changes,
	doubt,
	leftOut,
	next,
	unwanted,
}: Awaited<ReturnType<typeof findChanges>>) {
	const { size: waiting } = next.waiting;
	const later = waiting > 0 ? `, waiting: ${waiting}` : '';
	const held = doubt ? ', no record counts as missing' : '';
	const others = unwanted > 0 ? `, not wanted: ${unwanted}` : '';
	return `events: ${changes.length}${later}, left out: ${leftOut}${others}${held}`;
}

function pagesFor(client: Client, request: WatchRequest, stats: ReadStats): PageSource {
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
 * Reads the whole list, and compares it with the last snapshot, if there is one.
 *
 * @param stats what the pages count
 * @returns what was known and is next, the changes between, what to say in n8n's log, and how many records were read,
 * left out, and not wanted
 */
export async function findChanges(
	last: Snapshot | undefined,
	request: WatchRequest,
	pages: PageSource,
	stats: Pick<ReadStats, 'lacksOverlap' | 'repeats'>,
) {
	const known = last ?? newSnapshot(request);
	const list = await readWatchedList(pages, stats, known, request);
	checkConditions(list, known, request);
	const found = changesSince(known, list, request);
	// A list that has lost records may have lost fields with them.
	checkFields(list, known, request);
	const { records, keyless, shared, doubt, unwanted } = list;
	const leftOut = keyless.length + [...shared.values()].flat().length;
	const read = records.size + leftOut + unwanted;
	const notes = [
		...notesOnUnwanted(records, unwanted),
		...notesOnEmptied(emptiedIn(list)),
		...notesOnRespelled(found.respelled),
	];
	return { ...found, known, doubt, notes, leftOut, unwanted, read };
}
