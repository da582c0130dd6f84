import { userError } from './userError';
import { MAX_PAGE_SIZE } from './api/page';
import type { Client } from './api/client';
import type { ListRequest } from './parameters/list';
import { OPTIONS } from './parameters/options';
import { readValue } from './parameters/values';
import { FieldPicker } from './read/fieldPicker';
import type { Operation, Reads } from './read/reads';

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

export const getMany: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: ({ records }) => `Get many ${records}`,
	description: ({ records }) => `Retrieve many ${records}`,
	properties: [
		{ name: 'returnAll', ...RETURN_ALL },
		{ name: 'limit', ...LIMIT, displayOptions: { show: { returnAll: [false] } } },
	],

	ask(list, parameter) {
		const returnAll = readValue(RETURN_ALL, parameter('returnAll', false));
		const limit = returnAll ? list.limit : readValue(LIMIT, parameter('limit', LIMIT.default));
		return { list: { ...list, returnAll, limit }, field: '', value: '' };
	},

	async answer(reads, { client, list }) {
		const { records, errors } = await readUnique(reads, client, list);
		let isFirst = true;
		return () => {
			// Input items share no object.
			const own = isFirst ? records : structuredClone(records);
			isFirst = false;
			return { records: own, errors };
		};
	},
};

/** Without the records that the option 'Unique Identifier' does not identify; each of them is an error. */
async function readUnique(reads: Reads, client: Client, request: ListRequest) {
	const { options } = request;
	const { fields, uniqueField } = options;
	const { displayName: parameter } = OPTIONS.uniqueField;
	if (uniqueField === '') {
		const { records } = await reads.read(client, request);
		return { records, errors: [] };
	}
	const { read, list, errors } = await reads.identify(client, request, uniqueField, parameter);
	reads.stopAt(errors);
	const picker = new FieldPicker(fields, { ...options, identifier: uniqueField });
	if (!read.isCut) picker.checkAll(read.records);
	const records = [...list.records.values()].map(({ record }) => picker.pick(record));
	return { records, errors };
}

export const search: Operation = {
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
