import { userError } from '../errors/userError';
import { readValue } from '../parameters/values';
import { getMany } from './getMany';

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

export const search: typeof getMany = {
	...getMany,
	value: 'search',
	name: 'Search',
	action: ({ records }) => `Search ${records}`,
	description: ({ records }) => `Retrieve ${records} that contain given words in any field`,
	properties: [{ name: 'search', ...SEARCH }, ...getMany.properties],

	ask(list, parameter, resource) {
		const words = readValue(SEARCH, parameter('search', ''));
		if (words !== '') return getMany.ask({ ...list, search: words }, parameter, resource);
		throw userError(
			"'Search' is empty",
			"Enter words to look for, or choose the operation 'Get Many'.",
		);
	},
};
