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
it('a response has the key and the company in every text', async () => {
	const headers = { 'x-page-next': '{companyId}' };
	service.setFaults([{ ...down, body: '{apiKey}', headers }]);
	const reply = await client.send('GetCustomers');
	expect([reply.headers['x-page-next'], reply.text]).toEqual(['1001', '[API key]']);
});
