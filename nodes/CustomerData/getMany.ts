import type { IExecuteFunctions, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import { type DataRecord, MAX_PAGE_SIZE } from './api/page';
import { connect } from './api/request';
import { optionsProperty, readOptions } from './parameters/options';
import { operationName, readResource } from './parameters/resource';
import { type GetParameter, readValue } from './parameters/values';
import { hintsFor } from './read/hints';
import { type ListRequest, newGate, summaryOf } from './read/listPages';
import { type ReadResult, readRecords } from './read/readRecords';

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
	description: `Max number of results to return, up to ${MAX_PAGE_SIZE}. To read more, turn on 'Return All'. With 'Search', further pages may be read until so many are found.`,
} as const;

export const getManyProperties: INodeProperties[] = [
	operationName,
	{ name: 'returnAll', ...RETURN_ALL },
	{ name: 'limit', ...LIMIT, displayOptions: { show: { returnAll: [false] } } },
	optionsProperty('node'),
];

/** @throws UserError that names the parameter, and says what to enter */
export function readListRequest(parameter: GetParameter): ListRequest {
	const { operationName } = readResource(parameter);
	const returnAll = readValue(RETURN_ALL, parameter('returnAll', false));
	return {
		operationName,
		returnAll,
		limit: returnAll ? MAX_PAGE_SIZE : readValue(LIMIT, parameter('limit', LIMIT.default)),
		options: readOptions('node', parameter('options', {})),
	};
}

/** Reads what each input item asks for. Items that ask for the same share a read, but no object. */
export class GetMany {
	private readonly reads = new Map<string, Promise<ReadResult>>();
	private readonly results: ReadResult[] = [];
	private readonly gate = newGate();

	constructor(private readonly context: IExecuteFunctions) {}

	async run(itemIndex: number): Promise<DataRecord[]> {
		const { context, reads } = this;
		const signal = context.getExecutionCancelSignal();
		const request = readListRequest((name, fallback) =>
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
