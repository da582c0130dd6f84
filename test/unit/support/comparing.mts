import type { IDataObject } from 'n8n-workflow';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { identifyBy } from '../../../nodes/CustomerData/identity/identity';
import { dueIn, readDifferences } from '../../../nodes/CustomerData/operations/compare/due';
import type { Memory } from '../../../nodes/CustomerData/operations/compare/memory';
import { rowsOf } from '../../../nodes/CustomerData/operations/compare/rows';
import { readOptions } from '../../../nodes/CustomerData/parameters/optionValues';
import { CERTAIN, listRequest } from './watching.mts';

/** What was read of a list, beside its records. */
const READ = {
	request: listRequest,
	isCut: false,
	missing: [],
	fieldsSeen: '',
	requests: 1,
	retries: 0,
	since: 0,
	...CERTAIN,
};

interface Comparing {
	/** What is compared; in rows, under the same names. */
	fields?: string[];
	memory?: Memory;
	isUnattended?: boolean;
	/** What a second read finds, if anything else. */
	again?: DataRecord[];
}

/** Compares records, identified by `Code`, with rows, identified by `code` and marked in `active`, with no guard on counts. */
export async function compareRows(
	records: DataRecord[],
	rows: IDataObject[],
	{ fields = ['Name'], memory = new Map(), isUnattended = true, again = records }: Comparing = {},
) {
	const options = readOptions('compare', {
		maxCreated: 100,
		maxRemovals: 100,
		removedField: 'active',
	});
	const columns = {
		key: 'code',
		fields: fields.map((name): [string, string] => [name, name]),
		removed: 'active',
		removedValue: 'false',
	};
	const lists = [records, again];
	const read = async () => {
		const found = lists.shift() ?? again;
		const list = identifyBy('Code', found, 'Code');
		return { result: { ...READ, records: found, readCount: found.length }, list, errors: [] };
	};
	const given = rows.length > 0 ? rows : [{}];
	const items = given.map((json) => ({ json: { active: true, ...json } }));
	const compared = await readDifferences(read, rowsOf(items, columns), fields, 'UTC');
	const { due, errors } = dueIn(compared, options, memory, isUnattended);
	return { ...due, named: errors.map(({ message }) => message).join('. ') };
}
