import { once } from 'node:events';
import { execaNode } from 'execa';
import { describe, expect, it } from 'vitest';
import type { ChangeKind, Fault } from '../../service/server.mts';
import { Client } from '../contract/support/client.mts';
import { openTarget } from '../contract/support/target.mts';
import { ownService } from '../engine/support/service.mts';

it.each<ChangeKind>(['insert', 'update', 'move', 'remove'])(
	'changes a list as often as asked for, alike in every run, and touches nothing else: %s',
	async (kind) => {
		const live = async () => {
			const service = await ownService({ sizes: { customers: 200 }, changes: 1 });
			service.changeKinds = [kind];
			const { lists, touched } = service;
			const before = lists.GetCustomers.page(0, Infinity);
			const client = new Client(service);
			for (let page = 0; page < 50; page++) await client.send('GetCustomers');
			expect(lists.GetSuppliers.length).toBe(310);
			return { before, after: lists.GetCustomers.page(0, Infinity), touched };
		};
		const { before, after, touched } = await live();
		expect(await live()).toEqual({ before, after, touched });
		expect(touched.size).toBeGreaterThan(20);
		expect(touched.size).toBeLessThan(70);
		const isUntouched = ({ Code }: { Code?: unknown }) => !touched.has(Code);
		expect(after.filter(isUntouched)).toEqual(before.filter(isUntouched));
		expect(after).not.toEqual(before);
		const added = kind === 'insert' ? touched.size : kind === 'remove' ? -touched.size : 0;
		expect(after.length).toBe(200 + added);
	},
);

const down = { kind: 'status', status: 503 } as const;

/** With the offset and the status of the answer. */
const OPERATIONS: Record<string, string> = { C: 'GetCustomers', S: 'GetSuppliers', P: 'Ping' };

it.each<[string, string, Fault[]]>([
	['every page of every list, and not to Ping', 'C0 503, C50 503, S0 503, P0 200', [down]],
	['what it names', 'C0 200, P0 503', [{ ...down, on: 'Ping' }]],
	[
		'every page that holds its record',
		'C0 200, C1 503, C51 200, S50 200',
		[{ ...down, on: 'GetCustomers', offset: 50 }],
	],
	[
		'as many requests as it says, and then the next one does',
		'C0 503, C0 503, C0 429, C0 200',
		[
			{ ...down, times: 2 },
			{ ...down, status: 429, times: 1 },
		],
	],
])('a fault applies to %s: %s', async (_, requests, faults) => {
	const client = new Client(await ownService({ faults }));
	for (const request of requests.split(', ')) {
		const [, name = '', offset = ''] = /(\w)(\d+)/.exec(request) ?? [];
		const { status } = await client.send(OPERATIONS[name] ?? '', { 'x-page-offset': offset });
		expect(`${name}${offset} ${status}`).toBe(request);
	}
});

describe('the command line', () => {
	const run = (...args: string[]) =>
		execaNode({ reject: false, nodeOptions: ['--import', 'tsx'] })('service/main.mts', args);

	it('starts a service as its switches say, until it is told to end', async () => {
		const process = run(
			...['--port=0', '--api-key=key', '--company-id=7', '--customers=60', '--changes=0.2'],
			...[
				'--fault={"kind": "status", "status": 503, "times": 1}',
				'--fault={"kind": "headers", "set": {"x-seen": "1"}}',
			],
		);
		const [welcome]: Buffer[] = await once(process.stdout, 'data');
		const output = String(welcome);
		const baseUrl = /http:\S+v1/.exec(output)?.[0] ?? '';
		const client = new Client({ baseUrl, apiKey: 'key', companyId: '7' });
		expect(output).toContain('GetCustomers (60 records)');
		expect((await client.send('GetCustomers')).status).toBe(503);
		expect((await client.send('GetCustomers')).headers['x-seen']).toBe('1');
		process.kill('SIGTERM');
		expect((await process).exitCode).toBe(0);
	});

	it('refuses a fault that is misspelt', async () => {
		const { exitCode, stderr } = await run('--fault={"kind": "status", "offest": 1}');
		expect(exitCode).toBe(1);
		expect(stderr).toMatch(/offest/);
	});
});

it('the contract suite checks no other service than the one it is told to', async () => {
	const address = { CUSTOMER_DATA_BASE_URL: 'https://example.com/rest/v1' };
	await expect(openTarget(address)).rejects.toThrow('CUSTOMER_DATA_API_KEY');
});

it('the contract suite shows no key', async () => {
	const echo = { body: '{apiKey} of {companyId}', headers: { 'x-seen': '{apiKey}' } };
	const service = await ownService({ faults: [{ kind: 'status', status: 500, ...echo }] });
	const { text, headers } = await new Client(service).get('GetCustomers');
	expect([text, headers['x-seen']]).toEqual(['[API key] of 1001', '[API key]']);
	const unsendable = new Client({ ...service, apiKey: 'secret\nkey' });
	const message = await unsendable.get('GetCustomers').catch(String);
	expect(message).toMatch(/^Error: No response to GetCustomers: [^]*\[API key\]/);
	expect(message).not.toContain('secret');
});
