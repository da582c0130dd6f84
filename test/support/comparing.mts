import type { IDataObject } from 'n8n-workflow';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import type { Asked } from '../../nodes/CustomerData/compare/asked';
import { withFate, type Compared } from '../../nodes/CustomerData/compare/fates';
import { compareWhole, planFor } from '../../nodes/CustomerData/compare/plan';
import type { compareRequestOf } from '../../nodes/CustomerData/compare/request';
import { rowsOf, type Columns } from '../../nodes/CustomerData/compare/rows';
import { identifyWanted } from '../../nodes/CustomerData/compare/wanted';
import { optionsOf, type OptionValues } from '../../nodes/CustomerData/parameters/chosenOptions';
import type { Condition } from '../../nodes/CustomerData/parameters/onlyRecords';
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
};

export interface Comparing {
	/** What is compared; in rows, under the same names. */
	fields?: string[];
	asked?: Asked;
	/** Who was output as created by the last execution by hand. */
	createdByHand?: string[];
	isUnattended?: boolean;
	/** By which fields rows without an identifier are matched. */
	by?: string[];
	/** The highest percentages that the guards let through. */
	maximums?: Partial<Pick<OptionValues, 'maxCreated' | 'maxRemovals'>>;
	/** What a second read finds, if anything else. */
	again?: DataRecord[];
	conditions?: Condition[];
	timeZone?: string;
	/** Where rows have what is compared, if not as said. */
	columns?: Partial<Columns>;
	options?: Partial<OptionValues>;
	/** Where a row has its own ID, if rows to save are output. */
	idField?: string | undefined;
}

/** An execution by hand. */
export const BY_HAND: Parameters<typeof compareRequestOf>[2] = {
	getMode: () => 'manual',
	getTimezone: () => 'UTC',
};

/** Compares records, identified by `Code`, with rows, identified by `code` and marked in `active`. */
export async function compareRows(
	records: DataRecord[],
	rows: IDataObject[],
	{ asked = new Map(), createdByHand = [], ...comparing }: Comparing = {},
) {
	let reads = 0;
	const onRead = () => {
		reads += 1;
	};
	const compared = await comparedRows(records, rows, comparing, onRead);
	const { fates, stop, errors, asked: next } = planFor(compared, { asked, createdByHand });
	return {
		compared,
		reads,
		fates,
		created: withFate('created', fates),
		updated: withFate('updated', fates),
		removed: withFate('removed', fates),
		asked: next,
		stop,
		/** What the guards would stop at. */
		stopped: stop?.message ?? '',
		/** Why somebody is held back. */
		errors,
		named: errors.map(({ message }) => message).join('. '),
	};
}

/** The same before it is planned. */
export async function comparedRows(
	records: DataRecord[],
	rows: IDataObject[],
	{
		fields = ['Name'],
		isUnattended = true,
		by = [],
		maximums = {},
		again = records,
		conditions = [],
		timeZone = 'UTC',
		columns: others = {},
		options: chosen = {},
		idField,
	}: Omit<Comparing, 'asked' | 'createdByHand'>,
	onRead?: () => void,
): Promise<Compared> {
	const columns: Columns = {
		key: 'code',
		fields: fields.map((name) => ({ name, path: name })),
		removed: 'active',
		removedValue: 'false',
		...others,
	};
	const options = { ...optionsOf('compare', maximums), ...chosen };
	const comparison = {
		request: { ...listRequest, options },
		field: 'Code',
		columns,
		names: columns.fields.map(({ name }) => name),
		matchBy: by,
		conditions,
		idField,
		timeZone,
		isUnattended,
	};
	const lists = [records, again];
	const read = async () => {
		const found = lists.shift() ?? again;
		onRead?.();
		const repeats = found.length - new Set(found.map((one) => JSON.stringify(one))).size;
		const stats = { ...CERTAIN, repeats, readCount: found.length };
		return identifyWanted({ ...READ, ...stats, records: found }, comparison);
	};
	// An empty item stands for a system without rows.
	const given = rows.map((json): IDataObject => ({ active: true, ...json }));
	const items = (given.length > 0 ? given : [{}]).map((json) => ({ json }));
	return await compareWhole(read, comparison, rowsOf(items, columns));
}
