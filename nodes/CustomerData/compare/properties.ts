import type { INodeProperties } from 'n8n-workflow';
import { onlyRecordsProperty, pathProperty } from '../parameters/onlyRecords';
import { CHOOSE_FIELDS, PATHS_OF_LIST } from '../parameters/options';
import type { Property } from '../parameters/values';

export const noticeProperty: INodeProperties = {
	displayName:
		"Put the node that reads your CRM before this one, and turn on 'Always Output Data' on its 'Settings' tab.",
	name: 'compareNotice',
	type: 'notice',
	default: '',
};

export const inputKeyProperty = {
	displayName: 'Identifier in CRM',
	name: 'inputKey',
	type: 'string',
	requiresDataPath: 'single',
	required: true,
	default: '',
	placeholder: 'e.g. code',
	description:
		"Field of your CRM's contacts (the input items) that holds the identifier, such as the customer code. Drag it here. A contact without an identifier is left alone.",
} satisfies INodeProperties & Property;

const pairProperties: INodeProperties[] = [
	{ ...pathProperty, displayName: 'Application Field Name or ID' },
	{
		displayName: 'CRM Field',
		name: 'value',
		type: 'string',
		requiresDataPath: 'single',
		required: true,
		default: '',
		placeholder: 'e.g. city',
		description: 'Field of the input items that holds the same value. Drag it here.',
	},
];

export const compareFieldsProperty: INodeProperties = {
	displayName: 'Fields to Compare',
	name: 'compareFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Field',
	default: {},
	description:
		'A contact is output as updated if one of these fields differs from its customer. If you add no field, each contact that has a customer is output as updated. What a CRM makes of a value counts as equal, such as 1 for true, another form of the same date, or a phone number without spaces.',
	options: [{ displayName: 'Field', name: 'pairs', values: pairProperties }],
};

export const matchByProperty = {
	displayName: 'Match Also By Names or IDs',
	name: 'matchBy',
	type: 'multiOptions',
	typeOptions: PATHS_OF_LIST,
	default: [],
	description: `Compared fields, such as Email, that connect a contact without an identifier to its customer. Choose the most reliable field first. In doubt, all are named, and none is output. ${CHOOSE_FIELDS}`,
} satisfies INodeProperties & Property;

export const removedFieldProperty = {
	displayName: 'Removed Field in CRM',
	name: 'removedField',
	type: 'string',
	requiresDataPath: 'single',
	default: '',
	placeholder: 'e.g. active',
	description:
		'Field of the input items that says whether a contact is marked as removed. Drag it here. A marked contact is not output as removed again, but as updated once its customer is back.',
} satisfies INodeProperties & Property;

export const removedValueProperty = {
	displayName: 'Removed Value',
	name: 'removedValue',
	type: 'string',
	default: 'false',
	description:
		'Value of that field in contacts that are marked as removed. For false, a contact can also lack the field.',
	displayOptions: { show: { removedField: [{ _cnd: { exists: true } }] } },
} satisfies INodeProperties & Property;

export const onlyRecords = onlyRecordsProperty(
	'Which customers your CRM should have; all if you add no condition. The others count as not in the list, so their contacts are output as removed.',
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
				"Items with your CRM's own fields and types, which a node can save without a mapping",
		},
	],
	default: 'records',
} satisfies INodeProperties;

export const idFieldProperty = {
	displayName: 'ID Field in CRM',
	name: 'idField',
	type: 'string',
	requiresDataPath: 'single',
	required: true,
	default: 'id',
	description:
		"Field of the input items that holds your CRM's own ID, by which the next node finds a contact to update. Drag it here.",
	displayOptions: { show: { output: ['rows'] } },
} satisfies INodeProperties & Property;
