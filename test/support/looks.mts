import type { IDataObject } from 'n8n-workflow';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import type { CompareStep } from '../../nodes/CustomerData/compare/fates';
import { comparedRows, type Comparing } from './comparing.mts';

/** How often a step of a comparison looks at the values of records, and of rows: its time without a clock. */
export async function looksOf(
	step: CompareStep,
	list: DataRecord[],
	crm: IDataObject[],
	comparing: Comparing,
) {
	const looks = { atRecords: 0, atRows: 0 };
	const records = list.map((record) => ({ ...record }));
	const compared = await comparedRows(records, crm, comparing);
	for (const record of records) {
		for (const [name, value] of Object.entries(record)) {
			const get = () => {
				looks.atRecords += 1;
				return value;
			};
			Object.defineProperty(record, name, { get });
		}
	}
	for (const row of compared.rows) {
		const { cells } = row;
		const get = () => {
			looks.atRows += 1;
			return cells;
		};
		Object.defineProperty(row, 'cells', { get });
	}
	step(compared);
	return looks;
}
