import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { DataRecord } from '../api/page';
import { connect } from '../api/request';
import { toNodeError } from '../nodeErrors';
import { readOptions } from '../parameters/options';
import { readResource } from '../parameters/resource';
import { readRecords } from '../read/readRecords';
import { keyOf } from '../watch/snapshot';

/** Somebody waits for the list to open. In milliseconds. */
const LONGEST_WAIT = 10_000;

type Choice = { name: string; value: string };

export async function getFields(this: ILoadOptionsFunctions): Promise<Choice[]> {
	return choices(Object.keys(await firstRecord(this)));
}

export async function searchFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const record = await firstRecord(this);
	const names = Object.keys(record).filter((name) => keyOf(record[name]) !== undefined);
	const found = names.filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
	return { results: choices(found) };
}

function choices(names: string[]): Choice[] {
	return names.sort((a, b) => a.localeCompare(b)).map((name) => ({ name, value: name }));
}

/** Of the chosen list: the fields of a record are not specified (specification, section 2.3). */
async function firstRecord(context: ILoadOptionsFunctions): Promise<DataRecord> {
	try {
		const { operationName } = readResource((name) => context.getCurrentNodeParameter(name));
		const options = { ...readOptions('node', {}), maxRetries: 0, timeout: LONGEST_WAIT };
		const request = { operationName, returnAll: false, limit: 1, options };
		const { records } = await readRecords(await connect(context), request);
		return records[0] ?? {};
	} catch (error) {
		throw toNodeError(error, context);
	}
}
