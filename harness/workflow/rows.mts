import type { DataRecord } from '../../service/records.mts';
import type { RunningService } from '../../service/server.mts';
import type { Column, Row } from '../n8n/rest.mts';

/** Maps customer fields to columns of the table that stands in for the CRM. */
const MAPPING = [
	{ field: 'Code', name: 'code', type: 'string' },
	{ field: 'Name', name: 'company', type: 'string' },
	{ field: 'ContactName', name: 'contact', type: 'string' },
	{ field: 'Email', name: 'email', type: 'string' },
	{ field: 'Phone', name: 'phone', type: 'string' },
	{ field: 'City', name: 'city', type: 'string' },
	{ field: 'CreditLimit', name: 'creditLimit', type: 'number' },
] as const;

export type ColumnName = (typeof MAPPING)[number]['name'];
export const COLUMN_NAMES: ColumnName[] = MAPPING.map(({ name }) => name);

/** The customer's fields, by the columns that get them. */
export const FIELDS: Record<string, string> = Object.fromEntries(
	MAPPING.map(({ field, name }) => [name, field]),
);

/** What the examples save in each row as they are shipped. */
const CONSTANTS = { active: true };

/** The data table for which the examples are shipped. */
export const TABLE_NAME = 'CRM contacts';
export const TABLE_COLUMNS: Column[] = [
	...MAPPING.map(({ name, type }) => ({ name, type })),
	{ name: 'active', type: 'boolean' },
];

/** The rows that the table should contain, in the order of the service's customers. */
export function expectedRows(service: RunningService): Row[] {
	return customersOf(service).map((customer) => ({
		...Object.fromEntries(MAPPING.map(({ field, name }) => [name, customer[field]])),
		...CONSTANTS,
	}));
}

/** The rows that the examples with batches save. */
export function crmRows(service: RunningService): Row[] {
	const customers = customersOf(service);
	return expectedRows(service).map(({ code, creditLimit, ...row }, index) => {
		const active = customers[index]?.Active;
		return {
			...row,
			active,
			code: String(code),
			company_id: '1',
			credit_limit: creditLimit,
		};
	});
}

/** All customers that the service has. */
export function customersOf({ lists }: RunningService): DataRecord[] {
	return lists.GetCustomers.page(0, lists.GetCustomers.length);
}
