import type { IExecuteFunctions, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import { type DataRecord, MAX_PAGE_SIZE } from './api/page';
import { connect } from './api/request';
import { flag, type GetParameter, wholeNumber } from './parameters/kinds';
import { optionsProperty, readOptions } from './parameters/options';
import { operationName, readResource } from './parameters/resource';
import { hintsFor } from './read/hints';
import { type ListRequest, newGate } from './read/listPages';
import { type ReadResult, readRecords } from './read/readRecords';

const RETURN_ALL = flag('Return All', 'Whether to return all results or only up to a given limit');

const LIMIT = wholeNumber('Limit', {
	min: 1,
	max: MAX_PAGE_SIZE,
	default: MAX_PAGE_SIZE,
	description: `Max number of results to return, up to ${MAX_PAGE_SIZE}. To read more, turn on 'Return All'. With 'Search', further pages may be read until so many are found.`,
	advice: "To read more records, turn on 'Return All'.",
});

export const getManyProperties: INodeProperties[] = [
	operationName,
	{ name: 'returnAll', ...RETURN_ALL.property },
	{ name: 'limit', ...LIMIT.property, displayOptions: { show: { returnAll: [false] } } },
	optionsProperty('node'),
];

/** @throws UserError that names the parameter, and says what to enter */
export function readListRequest(parameter: GetParameter): ListRequest {
	const { operationName } = readResource(parameter);
	const returnAll = RETURN_ALL.read(parameter('returnAll', false));
	return {
		operationName,
		returnAll,
		limit: returnAll ? MAX_PAGE_SIZE : LIMIT.read(parameter('limit', '')),
		options: readOptions('node', parameter('options', {})),
	};
}

/** Reads what each input item asks for. Items that ask for the same share a read, but no object. */
export class GetMany {
	private readonly reads = new Map<string, Promise<ReadResult>>();
	private readonly results: ReadResult[] = [];
	private readonly gate = newGate();

	constructor(private readonly context: IExecuteFunctions) {}

	/** @throws PageNotRead for what the service did, UserError for what the user entered */
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
		return result.records;
	}

	/** What to show beside the output. */
	hints(): NodeExecutionHint[] {
		return hintsFor(this.results);
	}
}
