import type { INodeProperties } from 'n8n-workflow';
import { userError } from './userError';
import { MAX_PAGE_SIZE } from './api/page';
import type { ListRequest } from './parameters/list';
import { type GetParameter, readValue } from './parameters/values';
import type { Answer, Question } from './read/reads';

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

export const getManyProperties: INodeProperties[] = [
	{ name: 'returnAll', ...RETURN_ALL },
	{ name: 'limit', ...LIMIT, displayOptions: { show: { returnAll: [false] } } },
];

export const searchProperties: INodeProperties[] = [
	{ name: 'search', ...SEARCH },
	...getManyProperties,
];

export function askGetMany(list: ListRequest, parameter: GetParameter): Question {
	const returnAll = readValue(RETURN_ALL, parameter('returnAll', false));
	const limit = returnAll ? list.limit : readValue(LIMIT, parameter('limit', LIMIT.default));
	return { list: { ...list, returnAll, limit }, field: '', value: '' };
}

export function askSearch(list: ListRequest, parameter: GetParameter): Question {
	const search = readValue(SEARCH, parameter('search', ''));
	if (search !== '') return askGetMany({ ...list, search }, parameter);
	throw userError(
		"'Search' is empty",
		"Enter words to look for, or choose the operation 'Get Many'.",
	);
}

export const answerGetMany: Answer = async (reads, { client, list }) => {
	const { records } = await reads.read(client, list);
	return () => records;
};
