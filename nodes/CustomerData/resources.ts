/**
 * The list operations of the service, a row for each: the one place to touch to add another.
 *
 * The specification names GetCustomers and GetCustomerGroups, says that there are more, and gives
 * all of them the same envelope and the same paging; `other` therefore reads any of them by name.
 */
export const RESOURCES = [
	{
		value: 'customer',
		name: 'Customer',
		description: 'A customer of the company',
		records: 'customers',
		operationName: 'GetCustomers',
		keyField: undefined,
	},
	{
		value: 'customerGroup',
		name: 'Customer Group',
		description: 'A group that customers are put into, with payment and delivery conditions',
		records: 'customer groups',
		operationName: 'GetCustomerGroups',
		keyField: 'Code',
	},
	{
		value: 'other',
		name: 'Other Operation',
		description: 'Any other list that the service offers, by the name of its operation',
		records: 'records of another operation',
		operationName: undefined,
		keyField: undefined,
	},
] as const satisfies Resource[];

/** One resource of the node. */
export interface Resource {
	/** Value of the `resource` parameter; saved in users' workflows, so it never changes. */
	value: string;
	name: string;
	description: string;
	/** What a user calls many of them. */
	records: string;
	/** Path behind the base URL; `undefined` where the user enters it. */
	operationName: string | undefined;
	/** The field that names a record; `undefined` where the user chooses it. */
	keyField: string | undefined;
}
