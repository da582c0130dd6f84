import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { type Connection, type Correction, readConnection } from './api/connection';
import { toNodeError } from './api/errors';
import { CREDENTIAL } from './api/requestPage';
import type { DataRecord } from './core/page';
import { readRecords } from './readRecords';
import { type ListRequest, readRequest } from './request';

/** Gives the records that an input item asks for; throws an error that n8n can show. */
export type ItemReader = (itemIndex: number) => Promise<DataRecord[]>;

/**
 * Items that ask for the same list with the same credential share one read, and still no two
 * items share an object.
 */
export function createItemReader(context: IExecuteFunctions): ItemReader {
	const reads = new Map<string, Promise<DataRecord[]>>();
	return async (itemIndex) => {
		const request = readItemRequest(context, itemIndex);
		const connection = await readItemConnection(context, itemIndex);
		const key = JSON.stringify([request, connection]);
		const earlier = reads.get(key);
		const cancelSignal = context.getExecutionCancelSignal();
		const read = earlier ?? readRecords({ context, connection, cancelSignal }, request);
		reads.set(key, read);
		try {
			return earlier ? structuredClone(await read) : await read;
		} catch (error) {
			throw toNodeError(error, { context, itemIndex, ...request });
		}
	};
}

function readItemRequest(context: IExecuteFunctions, itemIndex: number): ListRequest {
	const parameter = (name: string, fallback: unknown) =>
		context.getNodeParameter(name, itemIndex, fallback);
	const read = readRequest({
		resource: parameter('resource', ''),
		operation: parameter('operation', ''),
		operationName: parameter('operationName', ''),
		returnAll: parameter('returnAll', false),
		limit: parameter('limit', ''),
		options: parameter('options', {}),
	});
	if ('request' in read) return read.request;
	throw asOperationError(context, read.correction, itemIndex);
}

async function readItemConnection(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<Connection> {
	const read = readConnection(await context.getCredentials(CREDENTIAL, itemIndex));
	if ('connection' in read) return read.connection;
	throw asOperationError(context, read.correction, itemIndex);
}

function asOperationError(
	context: IExecuteFunctions,
	{ message, description }: Correction,
	itemIndex: number,
): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, { description, itemIndex });
}
