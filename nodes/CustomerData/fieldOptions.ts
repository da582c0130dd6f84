import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { readConnection } from './api/connection';
import { toNodeError } from './api/errors';
import { CREDENTIAL } from './api/requestPage';
import { readRecords } from './readRecords';
import { readRequest } from './request';

/**
 * The fields of the first record of the chosen list: which ones a record has is not specified
 * (specification, section 2.3), so they are looked up while the user chooses.
 */
export async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const request = readRequest({
		resource: this.getCurrentNodeParameter('resource'),
		operation: 'getAll',
		operationName: this.getCurrentNodeParameter('operationName'),
		returnAll: false,
		limit: 1,
		options: {},
	});
	const connection = readConnection(await this.getCredentials(CREDENTIAL));
	try {
		const never = new AbortController().signal;
		const { records } = await readRecords({ context: this, connection }, request, never);
		const names = Object.keys(records[0] ?? {}).sort((a, b) => a.localeCompare(b));
		return names.map((name) => ({ name, value: name }));
	} catch (error) {
		throw toNodeError(error, { context: this, ...request });
	}
}
