import type { INodeProperties } from 'n8n-workflow';
import { MAX_PAGE_SIZE } from './api/page';
import { optionsProperty, readOptions } from './parameters/options';
import { type ListRequest, listNameProperty, readResource } from './parameters/resource';
import { type GetParameter, readValue } from './parameters/values';
import type { ReadResult } from './read/readRecords';
import type { Operation } from './read/reads';
import { refusal } from './refusal';

const RETURN_ALL = {
	displayName: 'Return All',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} as const;

const LIMIT = {
	displayName: 'Limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_PAGE_SIZE },
	default: MAX_PAGE_SIZE,
	description: 'Max number of results to return',
	hint: `Up to ${MAX_PAGE_SIZE}. For more, turn on 'Return All'.`,
} as const;

const SEARCH = {
	displayName: 'Search',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. bakery utrecht',
	description:
		"Words to look for, such as part of a name, a city or a code. Returns only records that contain all of them, in any field; letter case and accents don't matter.",
	builderHint: {
		propertyHint: 'A few distinctive words; the record must contain every one.',
	},
} as const;

const howMany: INodeProperties[] = [
	{ name: 'returnAll', ...RETURN_ALL },
	{ name: 'limit', ...LIMIT, displayOptions: { show: { returnAll: [false] } } },
];

export const getManyProperties: INodeProperties[] = [
	listNameProperty,
	...howMany,
	optionsProperty('getAll'),
];

export const searchProperties: INodeProperties[] = [
	listNameProperty,
	{ name: 'search', ...SEARCH },
	...howMany,
	optionsProperty('search'),
];

/** @throws UserError that names the parameter, and says what to enter */
export function readListRequest(
	operation: 'getAll' | 'search',
	parameter: GetParameter,
): ListRequest {
	const { listName } = readResource(parameter);
	const returnAll = readValue(RETURN_ALL, parameter('returnAll', false));
	return {
		listName,
		search: operation === 'search' ? readSearch(parameter('search', '')) : '',
		returnAll,
		limit: returnAll ? MAX_PAGE_SIZE : readValue(LIMIT, parameter('limit', LIMIT.default)),
		options: readOptions(operation, parameter('options', {})),
	};
}

function readSearch(value: unknown): string {
	const words = readValue(SEARCH, value);
	if (words !== '') return words;
	throw refusal(
		"'Search' is empty",
		"Enter words to look for, or choose the operation 'Get Many'.",
	);
}

/** Input items that ask for the same share a read, but no object. */
export function askMany(operation: 'getAll' | 'search'): Operation {
	return (context, reads) => {
		const shared = new Map<string, Promise<ReadResult>>();
		return async (itemIndex) => {
			const request = readListRequest(operation, (name, fallback) =>
				context.getNodeParameter(name, itemIndex, fallback),
			);
			const client = await reads.clientFor(itemIndex);
			const key = JSON.stringify([request, client.connection]);
			return async () => {
				const earlier = shared.get(key);
				const read = earlier ?? reads.read(client, request);
				shared.set(key, read);
				const { records } = await read;
				return earlier ? structuredClone(records) : records;
			};
		};
	};
}
