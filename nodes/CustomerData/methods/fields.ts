import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { DataRecord } from '../paging/answer';
import { readOptions } from '../parameters/options';
import { readResource } from '../parameters/resource';
import { readRecords } from '../read/readList';
import { toNodeError } from '../transport/errors';
import { connect } from '../transport/transport';
import { keyOf } from '../watch/snapshot';

/** The fields that a user can choose from, for a list of choices. */
export async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return choices(Object.keys(await firstRecord(this)));
}

/** Those of them that can identify a record, for a list that can be searched. */
export async function searchFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const record = await firstRecord(this);
	const names = Object.keys(record).filter((name) => keyOf(record[name]) !== undefined);
	const found = names.filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
	return { results: choices(found) };
}

function choices(names: string[]): Array<{ name: string; value: string }> {
	const sorted = names.sort((a, b) => a.localeCompare(b));
	return sorted.map((name) => ({ name, value: name }));
}

/**
 * The first record of the chosen list: which fields a record has is not specified (specification,
 * section 2.3), so they are looked up while the user chooses.
 */
async function firstRecord(context: ILoadOptionsFunctions): Promise<DataRecord> {
	try {
		const { operationName } = readResource((name) => context.getCurrentNodeParameter(name));
		const options = readOptions('node', {});
		const request = { operationName, returnAll: false, limit: 1, options };
		const { records } = await readRecords(await connect(context), request);
		return records[0] ?? {};
	} catch (error) {
		throw toNodeError(error, context);
	}
}
