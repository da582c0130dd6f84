import { expect } from 'vitest';

import type { HeaderChanges } from './client.mts';

export const LISTS = ['GetCustomerGroups', 'GetCustomers'];
export const FAR_BEYOND_THE_END = 1_000_000_000;

const KEY: HeaderChanges[] = [{ 'x-api-key': undefined }, { 'x-api-key': 'wrong' }];
const COMPANY: HeaderChanges[] = [{ 'x-company-id': undefined }, { 'x-company-id': 'wrong' }];
const PAGING: HeaderChanges[] = [
	{ 'x-page-offset': undefined },
	{ 'x-page-limit': undefined },
	{ 'x-page-offset': undefined, 'x-page-limit': undefined },
];
const ODD: HeaderChanges[] = [
	{ 'x-page-limit': '51' },
	{ 'x-page-limit': '0' },
	{ 'x-page-limit': 'ten' },
	{ 'x-page-offset': '-1' },
	{ 'x-page-offset': 'ten' },
	{ 'x-page-offset': String(FAR_BEYOND_THE_END) },
];

/** Requests for no page, or for none that the specification knows, with what it says of the response. */
export const REQUESTS = [
	...rows('4.2', ['Ping'], [{}], { status: 200, excerpt: expect.stringContaining('Pong') }),
	...rows('4.2', ['Ping'], KEY, { status: 401 }),
	...rows('4.2', ['Ping'], [...COMPANY, ...PAGING], {}),
	...rows('7', LISTS, [...KEY, ...COMPANY], { status: 401 }),
	...rows('4.5 rules 1 and 7', LISTS, PAGING, { isFailure: true }),
	...rows('4.1', ['GetCustomers'], ODD, {}),
	...rows('4', ['NoSuchOperation'], [{}], {}),
];

function rows(section: string, operations: string[], changes: HeaderChanges[], response: object) {
	return operations.flatMap((operation) =>
		changes.map((change) => {
			const headers = Object.entries(change).map(
				([name, value]) => `${name} ${value ?? 'missing'}`,
			);
			const title = [`${section} ${operation}`, ...headers].join(', ');
			return [title, operation, change, response] as const;
		}),
	);
}
