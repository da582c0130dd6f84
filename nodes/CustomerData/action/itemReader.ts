import type { IExecuteFunctions } from 'n8n-workflow';
import { readConnection } from '../api/connection';
import { CREDENTIAL } from '../api/requestPage';
import type { DataRecord } from '../core/page';
import { type ReadResult, readRecords } from '../readRecords';
import { type ListRequest, readRequest } from '../request';

/**
 * Reads what each input item asks for. Items that ask for the same list with the same credential
 * share one read, and still no two of them get the same objects.
 */
export class ItemReader {
	/** Every read that came to its end. */
	readonly results: ReadResult[] = [];

	private readonly reads = new Map<string, Promise<ReadResult>>();
	private readonly signal: AbortSignal;

	constructor(private readonly context: IExecuteFunctions) {
		this.signal = context.getExecutionCancelSignal() ?? new AbortController().signal;
	}

	/**
	 * @returns the records for one input item
	 * @throws PageNotRead for what the service did, UserError for what the user entered
	 */
	async read(itemIndex: number): Promise<DataRecord[]> {
		const { context, reads, signal } = this;
		const request = this.readItemRequest(itemIndex);
		const connection = readConnection(await context.getCredentials(CREDENTIAL, itemIndex));
		const key = JSON.stringify([request, connection]);
		const earlier = reads.get(key);
		const read = earlier ?? readRecords({ context, connection, signal }, request);
		reads.set(key, read);
		const result = await read;
		if (earlier) return structuredClone(result.records);
		this.results.push(result);
		return result.records;
	}

	private readItemRequest(itemIndex: number): ListRequest {
		const parameter = (name: string, fallback: unknown) =>
			this.context.getNodeParameter(name, itemIndex, fallback);
		return readRequest({
			resource: parameter('resource', ''),
			operation: parameter('operation', ''),
			operationName: parameter('operationName', ''),
			returnAll: parameter('returnAll', false),
			limit: parameter('limit', ''),
			options: parameter('options', {}),
		});
	}
}
