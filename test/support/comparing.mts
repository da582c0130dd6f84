import type { IDataObject } from 'n8n-workflow';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import type { Asked } from '../../nodes/CustomerData/compare/asked';
import { withFate } from '../../nodes/CustomerData/compare/fates';
import { compareWhole, planFor } from '../../nodes/CustomerData/compare/plan';
import type { compareRequestOf } from '../../nodes/CustomerData/compare/request';
import { rowsOf } from '../../nodes/CustomerData/compare/rows';
import { identifyWanted, type Condition } from '../../nodes/CustomerData/compare/wanted';
import { optionsOf, type OptionValues } from '../../nodes/CustomerData/parameters/chosenOptions';
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
	{
		fields = ['Name'],
		asked = new Map(),
		createdByHand = [],
		isUnattended = true,
		by = [],
		maximums = {},
		again = records,
		conditions = [],
		timeZone = 'UTC',
	}: Comparing = {},
) {
	const columns = {
		key: 'code',
		fields: fields.map((name) => ({ name, path: name })),
		removed: 'active',
		removedValue: 'false',
	};
	const options = optionsOf('compare', { matchBy: by, ...maximums });
	const comparison = {
		request: { ...listRequest, options },
		field: 'Code',
		columns,
		names: fields,
		conditions,
		timeZone,
		isUnattended,
	};
	let reads = 0;
	const read = async () => {
		const found = reads++ === 0 ? records : again;

		const repeats = found.length - new Set(found.map((one) => JSON.stringify(one))).size;
		const stats = { ...CERTAIN, repeats, readCount: found.length };
		return identifyWanted({ ...READ, ...stats, records: found }, comparison);
	};
	// An empty item stands for a system without rows.
	const items = rows.map((json) => ({ json: { active: true, ...json } }));
	const given = items.length > 0 ? items : [{ json: {} }];
	const compared = await compareWhole(read, comparison, rowsOf(given, columns));
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
		stopped: stop?.error.message ?? '',
		/** Why somebody is held back. */
		errors,
		named: errors.map(({ message }) => message).join('. '),
	};
}
