import type { INodeProperties, INodePropertyOptions, UserError } from 'n8n-workflow';
import { MAX_PAGE_SIZE } from '../api/page';
import { notOffered, userError } from '../errors/userError';
import { DEFAULT_RESOURCE, RESOURCES, type Resource } from '../resources';
import { optionsOf, type OptionValues } from './chosenOptions';
import type { GetParameter, OptionUser } from './values';

export const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: RESOURCES.map(({ value, name, description }) => ({ value, name, description })),
	default: DEFAULT_RESOURCE,
};

export const listNameProperty: INodeProperties = {
	displayName: 'List Name',
	name: 'operationName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. GetSuppliers',
	description:
		'Name of the list operation, exactly as in the API documentation, including uppercase and lowercase',
	displayOptions: { show: { resource: valuesOf((row) => row.listName === undefined) } },
};

function valuesOf(condition: (row: Resource) => boolean): INodePropertyOptions['value'][] {
	return RESOURCES.filter(condition).map(({ value }) => value);
}

export interface ListRequest {
	listName: string;
	/** Words that the records have to contain; empty for every record. */
	search: string;
	returnAll: boolean;
	/** The most records to return unless all are to be read; 1 to 50. */
	limit: number;
	options: OptionValues;
}

export function wholeList(listName: string, options: OptionValues): ListRequest {
	return { listName, search: '', returnAll: true, limit: MAX_PAGE_SIZE, options };
}

/** The same request for whole records. */
export function withAllFields(request: ListRequest): ListRequest {
	return { ...request, options: { ...request.options, emptyAsNull: false, fields: [] } };
}

/** Or why there is none. */
export function chosenResource(parameter: GetParameter): Resource | UserError {
	const chosen = parameter('resource', DEFAULT_RESOURCE);
	const resource = RESOURCES.find(({ value }) => value === chosen);
	return resource ?? notOffered('resource', chosen, RESOURCES);
}

export function resourceOf(parameter: GetParameter): { resource: Resource; listName: string } {
	const resource = chosenResource(parameter);
	if (resource instanceof Error) throw resource;
	return { resource, listName: resource.listName ?? listNameOf(parameter('operationName', '')) };
}

/** The chosen resource, and a request for every record of its list, with the options that were added. */
export function listRequestOf(user: OptionUser, parameter: GetParameter) {
	const { resource, listName } = resourceOf(parameter);
	const options = optionsOf(user, parameter('options', {}));
	return { resource, request: wholeList(listName, options) };
}

/** Nothing that could leave the base URL: no scheme, no dots, no query, no empty segment. */
function listNameOf(value: unknown): string {
	const name = typeof value === 'string' ? value.trim() : '';
	if (/^[\w-]+(\/[\w-]+)*$/.test(name)) return name;
	const reason = name === '' ? 'is empty' : 'contains characters that are not allowed';
	throw userError(
		`'List Name' ${reason}`,
		'Enter the name of a list operation, e.g. GetSuppliers. Use letters, digits, "_" and "-", with single slashes between names.',
	);
}

/**
 * A parameter for a field of the chosen list.
 *
 * @param searchListMethod of the node, which finds the fields to choose from
 */
export function keyFieldProperty(
	label: Pick<INodeProperties, 'displayName' | 'description'>,
	searchListMethod: string,
): INodeProperties {
	return {
		...label,
		name: 'keyField',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: 'Code' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a field…',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. Code' },
		],
	};
}

/** @param advice what to do where no field is chosen */
export function keyFieldOf(
	{ displayName }: { displayName: string },
	advice: string,
	parameter: GetParameter,
): string {
	const chosen = parameter('keyField', '', { extractValue: true });
	// Not trimmed: the name of a field can end with a space.
	if (typeof chosen === 'string' && chosen.trim() !== '') return chosen;
	throw userError(`'${displayName}' is empty`, advice);
}

/** The name of the parameter, in the panel and in messages. */
export const IDENTIFIER = {
	displayName: 'Identify Records By',
	description:
		'Field whose value is unique to each record and never changes, such as the customer code',
};

/** For lists whose identifier the specification does not name. */
export const identifierProperty: INodeProperties = {
	...keyFieldProperty(IDENTIFIER, 'searchUniqueFields'),
	displayOptions: { show: { resource: valuesOf((row) => row.keyField === undefined) } },
};

const CHOOSE_IDENTIFIER =
	'Choose the field whose value is unique to each record and never changes, such as the customer code.';

/** The field that identifies a record: the resource's own, or the chosen one. */
export function identifierOf({ keyField }: Resource, parameter: GetParameter): string {
	return keyField ?? keyFieldOf(IDENTIFIER, CHOOSE_IDENTIFIER, parameter);
}
