import type { ListRequest } from '../../../nodes/CustomerData/read/listPages';
import { readOptions } from '../../../nodes/CustomerData/parameters/options';

/** A request for all customers, with the trigger's defaults. */
export const listRequest: ListRequest = {
	operationName: 'GetCustomers',
	search: '',
	returnAll: true,
	limit: 50,
	options: readOptions('trigger', {}),
};
