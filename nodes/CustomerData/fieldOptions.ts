import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { readConnection } from './api/connection';
import { toNodeError } from './api/errors';
import { CREDENTIAL } from './api/requestPage';
import { readRecords } from './readRecords';
import { readRequest } from './request';

/** The fields that a user can choose from, for a list of choices. */
export async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = await fieldNames(this);
	return names.map((name) => ({ name, value: name }));
}

/** The same for a list that can be searched. */
export async function searchFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const names = await fieldNames(this);
	const found = names.filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
	return { results: found.map((name) => ({ name, value: name })) };
}

/**
 * The fields of the first record of the chosen list: which ones a record has is not specified
 * (specification, section 2.3), so they are looked up while the user chooses.
 */
async function fieldNames(context: ILoadOptionsFunctions): Promise<string[]> {
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
		return Object.keys(records[0] ?? {}).sort((a, b) => a.localeCompare(b));
	} catch (error) {
		throw toNodeError(error, context);
	}
}
