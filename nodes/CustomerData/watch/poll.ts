import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { ChangeEvent } from '../events';
import type { DataRecord, PlacedPage } from '../paging/answer';
import { PageNotRead } from '../paging/failure';
import { readWatchRequest, type WatchRequest } from '../parameters/trigger';
import { readList, readRecords } from '../read/readList';
import { refusal } from '../refusal';
import { withoutKey } from '../transport/redact';
import { connect, type Service } from '../transport/transport';
import { type Change, compare, NOTHING, type RecordsByKey } from './changes';
import { KeyedRecords } from './keyedRecords';
import { type Memory, pollBudget } from './memory';
import { fingerprint, TriggerState } from './state';

/** How much of the time that n8n gives a poll is spent on reading. */
const SHARE_OF_BUDGET = 0.9;

const SAMPLE = 'sample';

/**
 * Reads the whole list and emits what changed since the last poll. Whatever ends early leaves the
 * state as it was.
 *
 * @returns the changes as items, or no item just to have the state stored, or else `null`
 * @throws PageNotRead for what the service did, UserError for what the user entered
 */
export async function pollList(
	context: IPollFunctions,
	memory: Memory,
): Promise<INodeExecutionData[][] | null> {
	const request = readWatchRequest(context.getNodeParameter.bind(context));
	const service = await connect(context);
	const list = fingerprint(service.connection, request);
	const state = new TriggerState(context);
	const { stamp } = state;
	const records = await readWhole(service, request, pollBudget(context));
	if (state.stamp !== stamp) {
		context.logger.info('Another poll finished first, so this poll changes nothing');
		return null;
	}
	const known = state.read(list);
	if (!known && !state.isEmpty) {
		context.logger.info(
			'The settings of this trigger changed, so it starts over from the current list',
		);
	}
	const { emitExisting, ignoreFields } = request.list.options;
	const initial: ReadonlySet<ChangeEvent> = new Set(emitExisting ? ['created'] : []);
	const before = known ?? { ...NOTHING, emitted: state.emitted };
	const { changes, next, membershipChanged, doubtsChanged } = compare(before, records, {
		list,
		events: known ? request.events : initial,
		ignoredFields: new Set(ignoreFields),
	});
	state.write(list, next);
	if (changes.length > 0) return [changes.map(toItem)];
	if (memory === 'stored') return null;
	const toBeStored = !known || membershipChanged || (memory === 'none' && doubtsChanged);
	return toBeStored ? [[]] : null;
}

/** @param budget milliseconds that n8n gives the poll */
async function readWhole(
	service: Service,
	{ list, keyField }: WatchRequest,
	budget = Infinity,
): Promise<RecordsByKey> {
	const time = Math.floor(budget * SHARE_OF_BUDGET);
	const signal = time === Infinity ? undefined : AbortSignal.timeout(time);
	const pages: PlacedPage[] = [];
	try {
		for await (const { kept, ...page } of readList({ ...service, signal }, list)) {
			keepRecords(pages, kept);
			pages.push(page);
		}
	} catch (error) {
		throw explainCancelled(error, time);
	}
	const keyed = keyedRecords(service, keyField);
	for (const { records, offset } of pages) keyed.addPage(records, offset);
	return keyed.records;
}

function keyedRecords({ connection }: Service, keyField: string): KeyedRecords {
	return new KeyedRecords(keyField, (text) => withoutKey(text, connection.apiKey));
}

/** Drops all but the first records of the pages. */
function keepRecords(pages: PlacedPage[], kept: number): void {
	let surplus = pages.reduce((sum, { records }) => sum + records.length, -kept);
	for (let page = pages.pop(); page; page = pages.pop()) {
		const left = page.records.length - surplus;
		if (left > 0) {
			pages.push({ ...page, records: page.records.slice(0, left) });
			return;
		}
		surplus = -left;
	}
}

/**
 * Only the end of its time cancels a poll: the service was unavailable, it did not respond at all, or
 * its list is too long.
 */
function explainCancelled(error: unknown, milliseconds: number): unknown {
	if (!(error instanceof PageNotRead) || error.failure.kind !== 'cancelled') return error;
	const { failure, list, offset } = error;
	if (failure.after) return new PageNotRead(failure.after, list, offset);
	if (offset === 0) return new PageNotRead({ kind: 'timeout', milliseconds }, list, offset);
	return refusal(
		'The list takes longer to read than n8n allows for a poll',
		`This poll reached offset ${offset}. Raise 'Parallel Requests' under 'Options', or use the Customer Data node with a Schedule Trigger, which has no such limit.`,
	);
}

/** A few real records as events of the chosen kinds, for a test of the trigger. Keeps no state. */
export async function sampleEvents(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const { list, keyField, events } = readWatchRequest(context.getNodeParameter.bind(context));
	const page = { ...list, returnAll: false, limit: events.size };
	const service = await connect(context);
	const { records } = await readRecords(service, page);
	const keyed = keyedRecords(service, keyField);
	keyed.addPage(records, 0);
	const found = [...keyed.records];
	const samples = [...events].flatMap((event, index) => {
		const [key, record] = found[index % found.length] ?? [];
		return key === undefined ? [] : [sample(event, key, record)];
	});
	return samples.length > 0 ? [samples.map(toItem)] : null;
}

/** The nodes behind a test are real and may remove what they are given, so a removal names no record. */
function sample(event: ChangeEvent, key: string, record: DataRecord | undefined): Change {
	return event === 'removed'
		? { event, key: JSON.stringify(SAMPLE), record: undefined, id: SAMPLE }
		: { event, key, record, id: SAMPLE };
}

function toItem({ event, key, record, id }: Change): INodeExecutionData {
	return { json: { event, key: JSON.parse(key), ...(record && { record }), eventId: id } };
}
