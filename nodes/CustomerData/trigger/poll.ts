import { type INodeExecutionData, type IPollFunctions, UserError } from 'n8n-workflow';
import { type Connection, readConnection } from '../api/connection';
import { CREDENTIAL } from '../api/requestPage';
import {
	type Change,
	type ChangeEvent,
	compare,
	NOTHING,
	type RecordsByKey,
} from '../core/changes';
import { PageNotRead } from '../core/failure';
import type { DataRecord } from '../core/page';
import { KeyedRecords } from './keyedRecords';
import { readList } from '../readRecords';
import { fingerprint, TriggerState } from './state';
import { readTriggerSettings, type TriggerSettings } from './settings';

/** How much of the time that n8n gives a poll is spent on reading. */
const SHARE_OF_BUDGET = 0.9;

/** Names no record; as JSON, as every key. */
const NO_KEY = '"sample"';

/**
 * What n8n does with the state after a poll that tells nothing. It stores it after the poll of an
 * activation; later the process alone remembers it; and a poll of n8n's durable scheduler, which
 * starts from what is stored, leaves nothing behind.
 */
export type Memory = 'stored' | 'process' | 'none';

/**
 * Reads the whole list and tells what became of it since the last poll. Whatever ends early
 * leaves the state as it was.
 *
 * @returns the changes as items, or no item just to have the state stored, or else `null`
 */
export async function pollList(
	context: IPollFunctions,
	memory: Memory,
): Promise<INodeExecutionData[][] | null> {
	const settings = readTriggerSettings(context);
	const connection = readConnection(await context.getCredentials(CREDENTIAL));
	const list = fingerprint(connection, settings);
	const state = new TriggerState(context.getWorkflowStaticData('node'));
	const { stamp } = state;
	const records = await readWhole(context, connection, settings);
	if (state.stamp !== stamp) {
		context.logger.info('Another poll overtook this one, whose read therefore decides nothing');
		return null;
	}
	const known = state.read(list);
	if (!known && !state.isEmpty) {
		context.logger.info('What is watched has changed: this poll is the new starting point');
	}
	const events = known ? settings.events : startingEvents(settings);
	const before = known ?? { ...NOTHING, told: state.told };
	const { changes, next, membershipChanged, doubtsChanged } = compare(before, records, {
		list,
		events,
		ignoredFields: settings.ignoredFields,
	});
	state.write(list, next);
	if (changes.length > 0) return [changes.map(toItem)];
	if (memory === 'stored') return null;
	const toBeStored = !known || membershipChanged || (memory === 'none' && doubtsChanged);
	return toBeStored ? [[]] : null;
}

/** A few real records as events of the chosen kinds; leaves the state alone. */
export async function sampleEvents(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const settings = readTriggerSettings(context);
	const connection = readConnection(await context.getCredentials(CREDENTIAL));
	const events = [...settings.events];
	const { signal } = new AbortController();
	const request = { ...settings.request, limit: events.length };
	for await (const page of readList({ context, connection, signal }, request)) {
		const keyed = new KeyedRecords(settings.keyField);
		keyed.addPage(page.records, page.offset);
		const found = [...keyed.records];
		const samples = events.flatMap((event, index) => {
			const [key, record] = found[index % found.length] ?? [];
			return key === undefined ? [] : [sample(event, key, record)];
		});
		return samples.length > 0 ? [samples.map(toItem)] : null;
	}
	return null;
}

/** The records of the whole list by their key, read within the time that n8n gives a poll. */
async function readWhole(
	context: IPollFunctions,
	connection: Connection,
	{ request, keyField }: TriggerSettings,
): Promise<RecordsByKey> {
	const budget = pollBudget(context);
	const time = budget === undefined ? undefined : Math.floor(budget * SHARE_OF_BUDGET);
	const signal = time === undefined ? new AbortController().signal : AbortSignal.timeout(time);
	const keyed = new KeyedRecords(keyField);
	try {
		for await (const page of readList({ context, connection, signal }, request)) {
			keyed.addPage(page.records, page.offset);
		}
	} catch (error) {
		throw signal.aborted && time !== undefined ? overdue(error, time) : error;
	}
	return keyed.records;
}

/** Milliseconds that n8n gives a poll. Hosts before 2.41 set no limit. */
export function pollBudget(context: IPollFunctions): number | undefined {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : undefined;
}

/** Why the time was not enough: the service was in trouble, did not answer at all, or has too much. */
function overdue(error: unknown, milliseconds: number): unknown {
	if (!(error instanceof PageNotRead) || error.failure.kind !== 'cancelled') return error;
	const { failure, list, offset } = error;
	if (failure.after) return new PageNotRead(failure.after, list, offset);
	if (offset === 0) return new PageNotRead({ kind: 'timeout', milliseconds }, list, offset);
	return new UserError('The list is too long for the time that n8n gives a poll', {
		description: `It was read up to offset ${error.offset}. Raise Parallel Requests under Options, or use the Customer Data node with a Schedule Trigger, which has no such limit.`,
	});
}

function startingEvents({ emitExisting }: TriggerSettings): ReadonlySet<ChangeEvent> {
	return new Set(emitExisting ? ['created'] : []);
}

function sample(event: ChangeEvent, key: string, record: DataRecord | undefined): Change {
	const id = 'sample';
	// The nodes behind a test are real: they may well remove what they are told was removed.
	return event === 'removed'
		? { event, key: NO_KEY, record: undefined, id }
		: { event, key, record, id };
}

function toItem({ event, key, record, id }: Change): INodeExecutionData {
	return { json: { event, key: JSON.parse(key), ...(record && { record }), eventId: id } };
}
