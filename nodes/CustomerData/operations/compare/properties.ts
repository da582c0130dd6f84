import type { INodeProperties } from 'n8n-workflow';
import { FIELDS_OF_LIST } from '../../parameters/options';

export const noticeProperty: INodeProperties = {
	displayName:
		"Input items are the rows of your CRM. Put the CRM's own node before this one to read them. On that node's 'Settings' tab, turn on 'Always Output Data', because without an input item this node does not run.",
	name: 'compareNotice',
	type: 'notice',
	default: '',
};

export const inputKeyProperty: INodeProperties = {
	displayName: 'Identifier in Input Item',
	name: 'inputKey',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.code }}',
	description:
		"The input item's identifier, such as the code: drag its field here. Items without one are left alone.",
};

const pairProperties: INodeProperties[] = [
	{
		displayName: 'Field Name or ID',
		name: 'field',
		type: 'options',
		typeOptions: FIELDS_OF_LIST,
		required: true,
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Value in Input Item',
		name: 'value',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. {{ $json.city }}',
		description: 'The same value in the input item: drag its field here',
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
		'An input item is output as updated if one of these fields differs from its record. If you add no field, each item that has a record is output as updated. A number and its text count as equal, and so do empty values.',
	options: [{ displayName: 'Field', name: 'pairs', values: pairProperties }],
};
