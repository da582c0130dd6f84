import type { INodeProperties } from 'n8n-workflow';
import { MAX_PAGE_SIZE } from '../api/page';
import type { ListRequest } from '../parameters/list';
import { parameterValue } from '../parameters/values';
import type { ItemOperation } from './eachItem';

const returnAllProperty = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} satisfies INodeProperties;

const limitProperty = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_PAGE_SIZE },
	default: 50,
	description: 'Max number of results to return',
	hint: `Up to ${MAX_PAGE_SIZE}. For more, turn on 'Return All'.`,
	displayOptions: { show: { returnAll: [false] } },
} satisfies INodeProperties;

export const getMany: ItemOperation<{ share: ListRequest }> = {
	value: 'getAll',
	name: 'Get Many',
	action: ({ records }) => `Get many ${records}`,
	description: ({ records }) => `Retrieve many ${records}`,
	properties: [returnAllProperty, limitProperty],
	example: 'returnAll: true',
	typeDefContent: `Set returnAll: true, or at most ${MAX_PAGE_SIZE} records are returned. For batches, read all records, and add a Split in Batches node: reading by options.offset misses records that move meanwhile.`,

	ask(request, parameter) {
		const returnAll = parameterValue(returnAllProperty, parameter('returnAll', false));
		const limit = returnAll
			? request.limit
			: parameterValue(limitProperty, parameter('limit', limitProperty.default));
		return { share: { ...request, returnAll, limit } };
	},

	async answer(reads, client, asked) {
		const [{ share }] = asked;
		const { records } = await reads.read(client, share);
		// Input items share no object.
		return asked.map(({ item }, index) => {
			return { item, records: index === 0 ? records : structuredClone(records) };
		});
	},
};
