import type { INodeProperties } from 'n8n-workflow';
import { userError } from '../errors/userError';
import { parameterValue } from '../parameters/values';
import { getMany } from './getMany';

const searchProperty = {
	displayName: 'Search',
	name: 'search',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. bakery utrecht',
	description:
		"Words to look for, such as part of a name, a city or a code. Returns only records that contain all of them, in any field; letter case and accents don't matter.",
} satisfies INodeProperties;

/** Get Many, but only of the records that contain the words. */
export const search: typeof getMany = {
	...getMany,
	value: 'search',
	name: 'Search',
	action: ({ records }) => `Search ${records}`,
	description: ({ records }) => `Retrieve ${records} that contain given words in any field`,
	properties: [searchProperty, ...getMany.properties],
	example: "search: 'bakery utrecht'",
	typeDefContent: undefined,

	ask(request, parameter) {
		const words = parameterValue(searchProperty, parameter('search', ''));
		if (words !== '') return getMany.ask({ ...request, search: words }, parameter);
		throw userError(
			"'Search' is empty",
			"Enter words to look for, or choose the operation 'Get Many'.",
		);
	},
};
