import { type IPollFunctions, UserError } from 'n8n-workflow';
import type { ChangeEvent } from '../core/changes';
import { isObject, type ListRequest, readFields, readRequest } from '../request';
import { RESOURCES } from '../resources';

/** What the trigger watches, and how. */
export interface TriggerSettings {
	request: ListRequest;
	/** The field that names a record. */
	keyField: string;
	events: ReadonlySet<ChangeEvent>;
	ignoredFields: ReadonlySet<string>;
	/** Whether the first poll tells every record as created. */
	emitExisting: boolean;
}

export const EVENTS: readonly ChangeEvent[] = ['created', 'removed', 'updated'];

/**
 * Reads and checks the parameters of the trigger.
 *
 * @throws UserError that names the parameter, and says in its description what to enter
 */
export function readTriggerSettings(context: IPollFunctions): TriggerSettings {
	const parameter = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback);
	const options = parameter('options', {});
	const { emitExisting, ignoreFields, ...reading } = isObject(options) ? options : {};
	const resource = parameter('resource', '');
	return {
		request: readRequest({
			resource,
			operation: 'getAll',
			operationName: parameter('operationName', ''),
			returnAll: true,
			limit: undefined,
			options: reading,
		}),
		keyField: readKeyField(context, resource),
		events: readEvents(parameter('events', [])),
		ignoredFields: new Set(readFields('Ignore Field Names or IDs', ignoreFields ?? [])),
		emitExisting: emitExisting === true,
	};
}

function readKeyField(context: IPollFunctions, resource: unknown): string {
	const fixed = RESOURCES.find(({ value }) => value === resource)?.keyField;
	if (fixed !== undefined) return fixed;
	const chosen: unknown = context.getNodeParameter('keyField', '', { extractValue: true });
	const name = typeof chosen === 'string' ? chosen.trim() : '';
	if (name !== '') return name;
	throw new UserError('Identify Records By is empty', {
		description: 'Choose the field that names a record, a code or a number say.',
	});
}

function readEvents(value: unknown): ReadonlySet<ChangeEvent> {
	const events = EVENTS.filter((event) => Array.isArray(value) && value.includes(event));
	if (events.length > 0) return new Set(events);
	throw new UserError('Events is empty', {
		description: 'Choose at least one of Record Created, Record Updated and Record Removed.',
	});
}
