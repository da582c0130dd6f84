import type { INodeProperties } from 'n8n-workflow';
import {
	fieldsOfTheList,
	numberOptions,
	operationName,
	resource,
	subtitleFor,
	valuesOf,
} from './shared';

const keyField: INodeProperties = {
	displayName: 'Identify Records By',
	name: 'keyField',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The field whose value is different in each record, such as a code or a number',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a field…',
			typeOptions: { searchListMethod: 'searchFields', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Code',
		},
	],
	displayOptions: { show: { resource: valuesOf((row) => row.keyField === undefined) } },
};

const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	default: ['created', 'updated'],
	description: 'What starts the workflow',
	options: [
		{
			name: 'Record Created',
			value: 'created',
			description: 'A record is new in the list',
		},
		{
			name: 'Record Removed',
			value: 'removed',
			description: 'A record is gone: two reads in a row did not find it',
		},
		{
			name: 'Record Updated',
			value: 'updated',
			description: 'A field of a record has changed',
		},
	],
};

const emitExisting: INodeProperties = {
	displayName: 'Emit Existing Records',
	name: 'emitExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether the first poll outputs every record as created. If off, the first poll only remembers what there is.',
};

const ignoreFields: INodeProperties = {
	displayName: 'Ignore Field Names or IDs',
	name: 'ignoreFields',
	type: 'multiOptions',
	typeOptions: fieldsOfTheList,
	default: [],
	description:
		'Changes in these fields alone are ignored. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		emitExisting,
		ignoreFields,
		...numberOptions('maxRetries', 'parallelRequests', 'timeout'),
	],
};

/** What stands under the name of the trigger on the canvas. */
export const triggerSubtitle = subtitleFor('Changes');

/** The parameters of the trigger; n8n puts the poll times before them. */
export const triggerProperties: INodeProperties[] = [
	resource,
	operationName,
	keyField,
	events,
	options,
];
