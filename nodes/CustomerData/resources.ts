/**
 * The one table of list operations: a row is all that another one needs. The specification says that
 * there are more, with the same envelope and the same paging; so `other` reads any of them by name.
 */
export const RESOURCES: readonly Resource[] = [
	{
		value: 'customer',
		name: 'Customer',
		description: 'The customers of the company',
		record: 'customer',
		records: 'customers',
		listName: 'GetCustomers',
	},
	{
		value: 'customerGroup',
		name: 'Customer Group',
		description: 'The customer groups, with payment and delivery conditions',
		record: 'customer group',
		records: 'customer groups',
		listName: 'GetCustomerGroups',
		keyField: 'Code',
	},
	{
		value: 'other',
		name: 'Other List',
		description: 'Any other list of the API, whose name you enter',
		record: 'record from another list',
		records: 'records from another list',
	},
];

/** Where none is chosen, as where n8n's Assistant asks for fields. */
export const DEFAULT_RESOURCE = 'customer';

/** A list, or any list whose name the user enters. */
export interface Resource {
	/** Value of the `resource` parameter; saved workflows depend on it, so it never changes. */
	value: string;
	name: string;
	description: string;
	/** As users say it. */
	record: string;
	records: string;
	/** Path relative to the base URL; `undefined` where the user enters it. */
	listName?: string;
	/** The field that identifies a record; `undefined` where the specification names none. */
	keyField?: string;
}
