import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { userError } from '../errors/userError';
import { optionsOf, optionsProperty, type OptionValues } from '../parameters/chosenOptions';
import { MISSES_UNTIL_REMOVED, spelledOut } from '../parameters/limits';
import {
	identifierOf,
	identifierProperty,
	listNameProperty,
	resourceOf,
	resourceProperty,
	wholeList,
	withAllFields,
	type ListRequest,
} from '../parameters/list';
import { conditionsOf, onlyRecordsProperty, type Condition } from '../parameters/onlyRecords';
import type { GetParameter } from '../parameters/values';

export type ChangeEvent = 'created' | 'removed' | 'updated';

/** The choices of 'Trigger On'; n8n's panel has an entry for each. */
const EVENT_CHOICES = [
	{
		value: 'createdOrUpdated',
		name: 'Record Created or Updated',
		description: 'A record is new in the list, or a field of it has changed',
	},
	{ value: 'created', name: 'Record Created', description: 'A record is new in the list' },
	{
		value: 'removed',
		name: 'Record Removed',
		description: `A record is no longer in the list. Output after ${spelledOut(MISSES_UNTIL_REMOVED - 1)} more polls confirm it.`,
	},
	{ value: 'updated', name: 'Record Updated', description: 'A field of a record has changed' },
];

const EVENTS = new Map<unknown, ChangeEvent[]>([
	['createdOrUpdated', ['created', 'updated']],
	['created', ['created']],
	['removed', ['removed']],
	['updated', ['updated']],
]);

/** The fields whose changes count. */
export interface WatchedFields {
	/** The only fields that are watched, sorted; none for all. */
	fields: string[];
	/** Fields that are not watched, sorted. */
	ignored: string[];
}

/** The checked parameters, with defaults for options that were not added. */
export interface WatchRequest extends OptionValues {
	list: ListRequest;
	/** The field that identifies a record. */
	keyField: string;
	events: ReadonlySet<ChangeEvent>;
	watched: WatchedFields;
	/** Differs if other fields are watched. */
	watchedId: string;
	/** On the records that are watched, as if the others were not in the list. */
	conditions: readonly Condition[];
	/** An IANA name, for dates without one. */
	timeZone: string;
}

const events: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	default: ['createdOrUpdated'],
	builderHint: {
		propertyHint:
			'To keep a copy, choose createdOrUpdated and removed. An item holds event, key, record and eventId; record is null for removed.',
	},
	options: EVENT_CHOICES,
};

/** A removal in a test names no real record, and 'Include Existing Records' asks for every record anyway. */
const notice: INodeProperties = {
	displayName:
		'A test outputs real records, and the nodes after this one save them. After you publish the workflow, its first poll only remembers the list.',
	name: 'pollNotice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { events: ['createdOrUpdated', 'created', 'updated'] },
		hide: { '/options.emitExisting': [true] },
	},
};

export const triggerProperties: INodeProperties[] = [
	resourceProperty,
	listNameProperty,
	identifierProperty,
	events,
	onlyRecordsProperty(
		'Which records to watch; all of them if you add no condition. A record that starts to meet the conditions is output as created, and one that no longer meets them as removed.',
	),
	notice,
	optionsProperty('trigger'),
];

export function watchRequestOf(
	parameter: GetParameter,
	context: Pick<IPollFunctions, 'getTimezone'>,
): WatchRequest {
	const { resource, listName } = resourceOf(parameter);
	const options = optionsOf('trigger', parameter('options', {}));
	const watched = watchedFields(options.fields, options.ignoreFields);
	return {
		...options,
		// Whole records: which of their fields count is decided later.
		list: withAllFields(wholeList(listName, options)),
		keyField: identifierOf(resource, parameter),
		events: eventsOf(parameter('events', [])),
		watched,
		watchedId: JSON.stringify(watched),
		conditions: conditionsOf(parameter),
		timeZone: context.getTimezone(),
	};
}

function eventsOf(chosen: unknown): ReadonlySet<ChangeEvent> {
	// An AI model that builds workflows through n8n's API writes a single choice as text.
	const choices: unknown[] = typeof chosen === 'string' ? chosen.split(/\W/) : [chosen].flat();
	const found = choices.flatMap((choice) => EVENTS.get(choice) ?? []);
	if (found.length > 0) return new Set(found);
	throw userError("'Trigger On' is empty", 'Choose at least one event.');
}

function watchedFields(fields: string[], ignored: string[]): WatchedFields {
	const watched = { fields: sortedOnce(fields), ignored: sortedOnce(ignored) };
	const isNothing = fields.length > 0 && fields.every((field) => ignored.includes(field));
	if (!isNothing) return watched;
	throw userError(
		"'Ignore Field Names or IDs' leaves no field to watch",
		"Choose fewer fields there, or more in 'Field Names or IDs'.",
	);
}

function sortedOnce(names: string[]): string[] {
	return [...new Set(names)].sort();
}
