import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { clientFor } from '../api/client';
import type { DataRecord } from '../api/page';
import { toNodeError } from '../errors/nodeErrors';
import { identifyBy } from '../identity/identity';
import { readResource, wholeList } from '../parameters/list';
import { readOptions } from '../parameters/optionValues';
import { readRecords } from '../read/readRecords';

/** Milliseconds: somebody is waiting. */
const LONGEST_WAIT = 10_000;

type Choice = { name: string; value: string };

/** The fields of the chosen list, for an option in which users select several. */
export async function getFields(this: ILoadOptionsFunctions): Promise<Choice[]> {
	const names = (await firstPage(this)).flatMap((record) => Object.keys(record));
	return choices([...new Set(names)]);
}

/** The same, for a parameter in which users search for one. */
export async function searchFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return found(await getFields.call(this), filter);
}

/** Only those that tell the records of the first page apart. */
export async function searchUniqueFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const records = await firstPage(this);
	const tellsApart = (name: string) => {
		const { keyless, shared } = identifyBy(name, records, name);
		return keyless.length + shared.size === 0;
	};
	const names = Object.keys(records[0] ?? {}).filter(tellsApart);
	return found(choices(names), filter);
}

function found(fields: Choice[], filter: string): INodeListSearchResult {
	const isFound = ({ name }: Choice) => name.toLowerCase().includes(filter.toLowerCase());
	return { results: fields.filter(isFound) };
}

function choices(names: string[]): Choice[] {
	return names.sort((a, b) => a.localeCompare(b)).map((name) => ({ name, value: name }));
}

/** Of the chosen list: the fields of a record are not specified (specification, section 2.3). */
async function firstPage(context: ILoadOptionsFunctions): Promise<DataRecord[]> {
	try {
		const { listName } = readResource((name) => context.getCurrentNodeParameter(name));
		const options = { ...readOptions('getAll', {}), maxRetries: 0, timeout: LONGEST_WAIT };
		const request = { ...wholeList(listName, options), returnAll: false };
		return (await readRecords(await clientFor(context), request)).records;
	} catch (error) {
		throw toNodeError(error, context);
	}
}
