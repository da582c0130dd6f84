import type { IExecuteFunctions, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import { type DataRecord, MAX_PAGE_SIZE } from './api/page';
import { connect } from './api/request';
import { optionsProperty, readOptions } from './parameters/options';
import { operationName, readResource } from './parameters/resource';
import { type GetParameter, readValue } from './parameters/values';
import { hintsFor } from './read/hints';
import { type ListRequest, newGate, summaryOf } from './read/listPages';
import { type ReadResult, readRecords } from './read/readRecords';
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
		propertyHint: 'Few and telling words: every one of them has to be in the record.',
	},
} as const;

const howMany: INodeProperties[] = [
	{ name: 'returnAll', ...RETURN_ALL },
	{ name: 'limit', ...LIMIT, displayOptions: { show: { returnAll: [false] } } },
];

export const getManyProperties: INodeProperties[] = [
	operationName,
	...howMany,
	optionsProperty('getAll'),
];

export const searchProperties: INodeProperties[] = [
	operationName,
	{ name: 'search', ...SEARCH },
	...howMany,
	optionsProperty('search'),
];

type Operation = 'getAll' | 'search';

/** @throws UserError that names the parameter, and says what to enter */
export function readListRequest(operation: Operation, parameter: GetParameter): ListRequest {
	const { operationName } = readResource(parameter);
	const returnAll = readValue(RETURN_ALL, parameter('returnAll', false));
	return {
		operationName,
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

/** Reads what each input item asks for. Items that ask for the same share a read, but no object. */
export class GetMany {
	private readonly reads = new Map<string, Promise<ReadResult>>();
	private readonly results: ReadResult[] = [];
	private readonly gate = newGate();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
	) {}

	async run(itemIndex: number): Promise<DataRecord[]> {
		const { context, reads } = this;
		const signal = context.getExecutionCancelSignal();
		const request = readListRequest(this.operation, (name, fallback) =>
			context.getNodeParameter(name, itemIndex, fallback),
		);
		const client = await connect(context, itemIndex);
		const key = JSON.stringify([request, client.connection]);
		const earlier = reads.get(key);
		const read = earlier ?? readRecords({ ...client, signal }, request, this.gate);
		reads.set(key, read);
		const result = await read;
		if (earlier) return structuredClone(result.records);
		this.results.push(result);
		context.logger.debug(`${context.getNode().name}: ${summaryOf(result.read, result)}`);
		return result.records;
	}

	hints(): NodeExecutionHint[] {
		return hintsFor(this.results);
	}
}
