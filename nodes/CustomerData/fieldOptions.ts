import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { readConnection } from './api/connection';
import { toNodeError } from './api/errors';
import { CREDENTIAL } from './api/requestPage';
import type { DataRecord } from './core/page';
import { keyOf } from './core/snapshot';
import { readRecords } from './readRecords';
import { readRequest } from './request';

/** The fields that a user can choose from, for a list of choices. */
export async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const record = await firstRecord(this);
	return sorted(Object.keys(record)).map((name) => ({ name, value: name }));
}

/** Those of them that can identify a record, for a list that can be searched. */
export async function searchFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const record = await firstRecord(this);
	const names = Object.keys(record).filter((name) => keyOf(record[name]) !== undefined);
	const found = names.filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
	return { results: sorted(found).map((name) => ({ name, value: name })) };
}

function sorted(names: string[]): string[] {
	return names.sort((a, b) => a.localeCompare(b));
}

/**
 * The first record of the chosen list: which fields a record has is not specified (specification,
 * section 2.3), so they are looked up while the user chooses.
 */
async function firstRecord(context: ILoadOptionsFunctions): Promise<DataRecord> {
	try {
		const request = readRequest({
			resource: context.getCurrentNodeParameter('resource'),
			operation: 'getAll',
			operationName: context.getCurrentNodeParameter('operationName'),
			returnAll: false,
			limit: 1,
			options: {},
		});
		const connection = readConnection(await context.getCredentials(CREDENTIAL));
		const { signal } = new AbortController();
		const { records } = await readRecords({ context, connection, signal }, request);
		return records[0] ?? {};
	} catch (error) {
		throw toNodeError(error, context);
	}
}
