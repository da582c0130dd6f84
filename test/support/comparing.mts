import type { IDataObject } from 'n8n-workflow';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import { withFate } from '../../nodes/CustomerData/compare/fates';
import { checkGuards } from '../../nodes/CustomerData/compare/guards';
import { matchBy } from '../../nodes/CustomerData/compare/matchBy';
import { compareWhole, planFor } from '../../nodes/CustomerData/compare/plan';
import { rowsOf } from '../../nodes/CustomerData/compare/rows';
import type { Asked } from '../../nodes/CustomerData/compare/rules/asked';
import { identifyWanted, type Condition } from '../../nodes/CustomerData/compare/wanted';
import type { OptionValues } from '../../nodes/CustomerData/parameters/chosenOptions';
import { CERTAIN, listRequest } from './poll.mts';

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
	asked?: Asked;
	isUnattended?: boolean;
	/** By which fields rows without an identifier are matched. */
	by?: string[];
	/** The highest percentages that the guards let through. */
	maximums?: Partial<Pick<OptionValues, 'maxCreated' | 'maxRemovals'>>;
	/** What a second read finds, if anything else. */
	again?: DataRecord[];
	conditions?: Condition[];
}

function messageOf(check: () => void): string {
	try {
		check();
		return '';
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** Compares records, identified by `Code`, with rows, identified by `code` and marked in `active`, and says what the guards would stop at. */
export async function compareRows(
	records: DataRecord[],
	rows: IDataObject[],
	{
		fields = ['Name'],
		asked = new Map(),
		isUnattended = true,
		by = [],
		maximums = {},
		again = records,
		conditions = [],
	}: Comparing = {},
) {
	const columns = {
		key: 'code',
		fields: fields.map((name): [string, string] => [name, name]),
		removed: 'active',
		removedValue: 'false',
	};
	const lists = [records, again];
	const read = async () => {
		const found = lists.shift() ?? again;
		const result = { ...READ, records: found, readCount: found.length };
		return identifyWanted(result, { field: 'Code', conditions }, 'UTC');
	};
	const given = rows.length > 0 ? rows : [{}];
	const items = given.map((json) => ({ json: { active: true, ...json } }));
	const basis = { field: 'Code', names: fields, timeZone: 'UTC', isUnattended };
	const compared = matchBy(
		await compareWhole(read, { rows: rowsOf(items, columns), ...basis }),
		by,
	);
	const { fates, errors, asked: next } = planFor(compared, asked);
	const options = { ...listRequest.options, ...maximums };
	const comparison = { request: { ...listRequest, options }, field: 'Code', columns, conditions };
	return {
		fates,
		created: withFate('created', fates),
		updated: withFate('updated', fates),
		removed: withFate('removed', fates),
		asked: next,
		stopped: messageOf(() => checkGuards(compared, comparison)),
		named: errors.map(({ message }) => message).join('. '),
	};
}
