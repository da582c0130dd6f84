import type { INodeProperties } from 'n8n-workflow';
import { onlyRecordsProperty, pathProperty } from '../parameters/onlyRecords';
import type { Property } from '../parameters/values';

export const noticeProperty: INodeProperties = {
	displayName:
		"Put the node that reads your CRM before this one, and turn on 'Always Output Data' on its 'Settings' tab.",
	name: 'compareNotice',
	type: 'notice',
	default: '',
};

export const inputKeyProperty = {
	displayName: 'Identifier in Input Item',
	name: 'inputKey',
	type: 'string',
	requiresDataPath: 'single',
	required: true,
	default: '',
	placeholder: 'e.g. code',
	description:
		'Field of the input items that holds the identifier, such as the code. Drag it here. Items without one are left alone.',
} satisfies INodeProperties & Property;

const pairProperties: INodeProperties[] = [
	pathProperty,
	{
		displayName: 'Field in Input Item',
		name: 'value',
		type: 'string',
		requiresDataPath: 'single',
		required: true,
		default: '',
		placeholder: 'e.g. city',
		description: 'The field of the input items that holds the same value. Drag it here.',
	},
];

export const compareFieldsProperty: INodeProperties = {
	displayName: 'Fields to Compare',
	name: 'compareFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, fixedCollection: { layout: 'inline' } },
	placeholder: 'Add Field',
	default: {},
	description:
		'An input item is output as updated if one of these fields differs from its record. If you add no field, each item that has a record is output as updated. What a CRM makes of a value counts as equal, such as 1 for true, another form of the same date, or a phone number without spaces.',
	options: [{ displayName: 'Field', name: 'pairs', values: pairProperties }],
};

export const onlyRecords = onlyRecordsProperty(
	'Which records the other system should have; all of them if you add no condition. The others count as not in the list, so their input items are output as removed.',
);

export const outputProperty = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Records',
			value: 'records',
			description:
				'Items with the fields of the list, which you map one by one in the node that saves them',
		},
		{
			name: 'Rows to Save',
			value: 'rows',
			description:
				'Items with the names and types of the input items, which a node can save without a mapping',
		},
	],
	default: 'records',
} satisfies INodeProperties;

export const idFieldProperty = {
	displayName: 'ID Field in Input Item',
	name: 'idField',
	type: 'string',
	requiresDataPath: 'single',
	required: true,
	default: 'id',
	description:
		"Field of the input items that holds your CRM's own ID, by which the next node finds a row to update. Drag it here.",
	displayOptions: { show: { output: ['rows'] } },
} satisfies INodeProperties & Property;
