import type { IExecuteFunctions } from 'n8n-workflow';
import { readConnection } from './api/connection';
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
	const cancelled = context.getExecutionCancelSignal() ?? new AbortController().signal;
	return async (itemIndex) => {
		const request = readItemRequest(context, itemIndex);
		const connection = readConnection(await context.getCredentials(CREDENTIAL, itemIndex));
		const key = JSON.stringify([request, connection]);
		const earlier = reads.get(key);
		const read = earlier ?? readRecords({ context, connection }, request, cancelled);
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
	return readRequest({
		resource: parameter('resource', ''),
		operation: parameter('operation', ''),
		operationName: parameter('operationName', ''),
		returnAll: parameter('returnAll', false),
		limit: parameter('limit', ''),
		options: parameter('options', {}),
	});
}
