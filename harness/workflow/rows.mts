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
	{ field: 'Active', name: 'active', type: 'boolean' },
] as const;

/** The company that the examples are shipped with. */
const COMPANY = { companyId: '1' };

export const TABLE_COLUMNS: Column[] = [
	...MAPPING.map(({ name, type }) => ({ name, type })),
	{ name: 'companyId', type: 'string' },
];

/** The rows that the table should contain, in the order of the service's customers. */
export function expectedRows({ lists }: RunningService): Row[] {
	return lists.GetCustomers.page(0, lists.GetCustomers.length).map((customer) => ({
		...Object.fromEntries(MAPPING.map(({ field, name }) => [name, customer[field]])),
		...COMPANY,
	}));
}

/** The rows that the examples with batches save. */
export function crmRows(service: RunningService): Row[] {
	return expectedRows(service).map(({ code, companyId, creditLimit, ...row }) => {
		return { ...row, code: String(code), company_id: companyId, credit_limit: creditLimit };
	});
}
