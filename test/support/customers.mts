import type { IDataObject } from 'n8n-workflow';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import { range } from './range.mts';

/** Customers, each with a name of its own. */
export const customers = (count: number): DataRecord[] =>
	range(0, count).map((nth) => ({
		Code: `C${nth}`,
		Name: `Customer ${nth}`,
		City: `Town ${nth % 7}`,
		Email: `c${nth}@example.com`,
	}));

export const FIELDS = ['Name', 'City', 'Email'];

/** Rows that are in step with records. */
export const rowsOf = (records: DataRecord[]): IDataObject[] =>
	records.map(({ Code, ...values }) => ({ code: Code, ...JSON.parse(JSON.stringify(values)) }));
