import { afterAll, describe, expect, it } from 'vitest';

import { startService, type Fault } from '../../service/server.mts';
import { Client } from '../contract/support/client.mts';

const KEY = 'key/with"signs';
const service = await startService({ apiKey: KEY, sizes: { customers: 120 } });
afterAll(() => service.close());
const client = new Client(service);

const down = { kind: 'status', status: 503 } as const;

describe('a fault applies', () => {
	it.each<[string, Fault[], string[]]>([
		[
			'to every page of every list, for ever, and not to Ping',
			[down],
			['GetCustomers 0 503', 'GetCustomers 50 503', 'GetSuppliers 0 503', 'Ping 0 200'],
		],
		['to what it names', [{ ...down, on: 'Ping' }], ['GetCustomers 0 200', 'Ping 0 503']],
		[
			'to every page that holds its record',
			[{ ...down, on: 'GetCustomers', offset: 50 }],
			['GetCustomers 0 200', 'GetCustomers 1 503', 'GetCustomers 51 200', 'GetSuppliers 50 200'],
		],
		[
			'as often as it says, and then the next one does',
			[
				{ ...down, times: 2 },
				{ ...down, status: 429, times: 1 },
			],
			[503, 503, 429, 200].map((status) => `GetCustomers 0 ${status}`),
		],
	])('%s', async (_name, faults, requests) => {
		service.setFaults(faults);
		for (const request of requests) {
			const [operation = '', offset] = request.split(' ');
			const { status } = await client.send(operation, { 'x-page-offset': offset });
			expect(`${operation} ${offset} ${status}`).toBe(request);
		}
	});

	it('not when it is misspelt', () => {
		const misspelt: Fault = JSON.parse('{"kind": "status", "status": 503, "offest": 50}');
		expect(() => service.setFaults([misspelt])).toThrow('offest');
	});
});

// What a reader makes of most faults shows that they are applied: test/engine/.
it.each<[string, Fault[], string]>([
	[
		'the key and the company in every text',
		[{ ...down, body: '{apiKey}', headers: { 'x-page-next': '{companyId}' } }],
		'503 - 1001 [API key]',
	],
	[
		'shorter pages that leave records out',
		[{ kind: 'stride', records: 30, advance: 50 }],
		'200 true 50 C000001 to C000030',
	],
	[
		'all changes of the page up to what replaces it',
		[
			{ kind: 'stride', records: 10 },
			{ kind: 'headers', set: { 'X-Page-More': 'TRUE' } },
			{ kind: 'envelope', set: { Payload: ['C123456'] } },
			{ kind: 'body', body: 'C654321' },
			down,
		],
		'200 TRUE 10 C654321 to C654321',
	],
])('a response has %s', async (_what, faults, expected) => {
	service.setFaults(faults);
	const { status, headers, text } = await client.send('GetCustomers');
	const { 'x-page-more': more = '-', 'x-page-next': next = '-' } = headers;
	const codes = text.match(/C\d{6,}/g);
	const body = codes ? `${codes[0]} to ${codes.at(-1)}` : text;
	expect(`${status} ${more} ${next} ${body}`).toBe(expected);
});
