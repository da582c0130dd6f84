import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { RESOURCES, type Resource } from '../resources';
import { NUMBER_OPTIONS, type WholeNumber } from './numbers';

export const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: RESOURCES.map(({ value, name, description }) => ({ value, name, description })),
	default: 'customer',
};

export const operationName: INodeProperties = {
	displayName: 'Operation Name',
	name: 'operationName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. GetSuppliers',
	description:
		'Name of the list operation, as the documentation of the service has it. Letters, digits, "_", "-" and "/" between names.',
	displayOptions: { show: { resource: valuesOf((row) => row.operationName === undefined) } },
};

/** Where a list of choices comes from the first record of the service. */
export const fieldsOfTheList = {
	loadOptionsMethod: 'getFields',
	loadOptionsDependsOn: ['resource', 'operationName'],
};

/** The values of the resources that meet a condition. */
export function valuesOf(condition: (row: Resource) => boolean): INodePropertyOptions['value'][] {
	return RESOURCES.filter(condition).map(({ value }) => value);
}

/** What is done and with which list, as an expression for the canvas: "Get Many: Customer", say. */
export function subtitleFor(action: string): string {
	const names = Object.fromEntries(
		RESOURCES.flatMap((row) => (row.operationName === undefined ? [] : [[row.value, row.name]])),
	);
	const name = `(${JSON.stringify(names)})[$parameter["resource"]] || $parameter["operationName"]`;
	return `={{ "${action}: " + (${name} || "") }}`;
}

/** The number options with these names. */
export function numberOptions(...names: Array<keyof typeof NUMBER_OPTIONS>): INodeProperties[] {
	return names.map((name) => numberProperty(name, NUMBER_OPTIONS[name]));
}

export function numberProperty(name: string, number: WholeNumber): INodeProperties {
	const { displayName, min, max, default: initial, description } = number;
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: min, ...(max < Number.MAX_SAFE_INTEGER && { maxValue: max }) },
		default: initial,
		description,
	};
}
