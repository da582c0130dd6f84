import { execaNode } from 'execa';
import { once } from 'node:events';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import { failure } from '../../service/answer.mts';
import { startService, type ChangeKind } from '../../service/server.mts';
import type { RunningService, ServiceOptions } from '../../service/server.mts';
import { ask, Client, type HeaderChanges } from '../contract/support/client.mts';
import { openTarget } from '../contract/support/target.mts';

async function start(options?: ServiceOptions): Promise<RunningService> {
	const service = await startService(options);
	onTestFinished(() => service.close());
	return service;
}

describe('a service refuses', async () => {
	const service = await startService();
	afterAll(() => service.close());

	it.each<[string, HeaderChanges, number]>([
		['GetCustomers', { 'x-api-key': 'wrong', 'x-page-limit': '51' }, 401],
		['GetInvoices', { 'x-api-key': 'wrong' }, 401],
		['GetCustomers', { 'x-page-limit': '51' }, 400],
		['GetCustomers', { 'x-page-limit': '0' }, 400],
		['GetCustomers', { 'x-page-offset': '-1' }, 400],
		['GetCustomers', { 'x-page-offset': '1.5' }, 400],
		['GetCustomers', { 'x-page-offset': '' }, 400],
		['GetCustomers', { 'x-page-offset': '9007199254740993' }, 400],
		['Ping', { 'x-page-limit': undefined }, 400],
		['getcustomers', {}, 404],
	])('%s with %j', async (operation, changes, expected) => {
		const { status, text } = await ask(service, operation, changes);
		expect(status).toBe(expected);
		expect(JSON.parse(text)).toEqual({ ...failure(''), ErrorMessages: [expect.any(String)] });
	});
});

describe('a living service', () => {
	const SIZE = 200;
	const PAGES = 50;

	async function live(changeKinds?: ChangeKind[], changes = 1) {
		const service = await start({ sizes: { customers: SIZE }, changes, changeKinds });
		const { GetCustomers: list, GetSuppliers: others } = service.lists;
		const everyone = () => list.page(0, Infinity);
		const untouched = () => everyone().filter(({ Code }) => !service.touched.has(Code));
		const before = everyone();
		for (let page = 0; page < PAGES; page++) await ask(service, 'GetCustomers');
		await ask(service, 'Ping');
		const after = everyone();
		expect(others.length).toBe(310);
		expect(untouched()).toEqual(before.filter(({ Code }) => !service.touched.has(Code)));
		return { before, after, touched: service.touched };
	}

	const codes = (records: Array<Record<string, unknown>>) => records.map(({ Code }) => Code);

	it('is at rest unless changes are asked for', async () => {
		const { before, after, touched } = await live(undefined, 0);
		expect(after).toEqual(before);
		expect(touched.size).toBe(0);
	});

	it('changes as often as asked for, with every kind of change, alike in every run', async () => {
		const [one, other] = [await live(), await live()];
		expect(other).toEqual(one);
		const inserted = codes(one.after).filter((code) => !codes(one.before).includes(code));
		expect(inserted.length).toBeGreaterThan(5);
		expect(one.touched.size).toBeGreaterThan(30);
		expect(one.touched.size).toBeLessThan(70);
	});

	it.each<ChangeKind>(['insert', 'update', 'move', 'remove'])(
		'touches what it changes, and nothing else: %s',
		async (kind) => {
			const { before, after, touched } = await live([kind]);
			expect(touched.size).toBeGreaterThan(20);
			expect(touched.size).toBeLessThan(70);
			expect(after).not.toEqual(before);
			const [fewer, more] = kind === 'remove' ? [after, before] : [before, after];
			const between = kind === 'insert' || kind === 'remove' ? touched : [];
			expect([...codes(fewer), ...between].sort()).toEqual(codes(more).sort());
		},
	);

	it('changes between two pages, and before a page as after it', async () => {
		const service = await start({ sizes: { customers: 1 }, changes: 1, changeKinds: ['update'] });
		const state = () => JSON.stringify(service.lists.GetCustomers.page(0, 1));
		const seen = new Set<string>();
		for (let page = 0; page < 50; page++) {
			const before = state();
			const taken = JSON.stringify(JSON.parse((await ask(service, 'GetCustomers')).text).Payload);
			seen.add(`${taken === before} ${taken === state()}`);
		}
		expect(seen.size).toBe(4);
	});
});

it('refuses requests beyond the limit, and counts no client that has left', async () => {
	const service = await start({ latency: 100, maxConcurrent: 2, maxConcurrentStatus: 503 });
	const replies = await Promise.all([1, 2, 3].map(() => ask(service, 'GetCustomers')));
	expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 503]);
	service.setFaults([{ kind: 'hang' }]);
	const leaving = [1, 2].map(() => ask(service, 'GetCustomers', {}, AbortSignal.timeout(200)));
	await Promise.allSettled(leaving);
	service.setFaults([]);
	await expect.poll(async () => (await ask(service, 'GetCustomers')).status).toBe(200);
});

describe('the command line', () => {
	const run = (...args: string[]) =>
		execaNode({ reject: false, nodeOptions: ['--import', 'tsx'] })('service/main.mts', args);

	it('starts a service as its switches say, until it is told to end', async () => {
		const process = run(
			...['--port=0', '--api-key=key', '--company-id=7', '--customers=60', '--changes=0.2'],
			...['--fault={"kind": "status", "status": 503, "times": 1}', '--fault={"kind": "empty"}'],
		);
		const [welcome]: Buffer[] = await once(process.stdout, 'data');
		const output = String(welcome);
		const baseUrl = /http:\S+v1/.exec(output)?.[0] ?? '';
		const get = async () => await ask({ baseUrl, apiKey: 'key', companyId: '7' }, 'GetCustomers');
		expect(output).toContain('GetCustomers (60 records)');
		expect((await get()).status).toBe(503);
		expect(JSON.parse((await get()).text).Payload).toEqual([]);
		process.kill('SIGTERM');
		expect((await process).exitCode).toBe(0);
	});

	it.each([
		['--latency=1.5', /must be a whole number/],
		['--changes=few', /must be a number/],
		['--fault=status', /not valid JSON/],
		['--fault={"kind": "status", "offest": 1}', /offest/],
	])('refuses %s', async (text, message) => {
		const { exitCode, stderr } = await run(text);
		expect(exitCode).toBe(1);
		expect(stderr).toMatch(message);
	});
});

describe('the contract suite', () => {
	it('checks no other service than the one it is told to', async () => {
		const account = { CUSTOMER_DATA_BASE_URL: ' https://example.com/rest/v1/ ' };
		await expect(openTarget(account)).rejects.toThrow('CUSTOMER_DATA_API_KEY');
		const whole = { ...account, CUSTOMER_DATA_API_KEY: 'k\n', CUSTOMER_DATA_COMPANY_ID: '1' };
		const expected = { baseUrl: 'https://example.com/rest/v1', apiKey: 'k', companyId: '1' };
		expect(await openTarget(whole)).toMatchObject(expected);
	});

	it('shows no key, and sends a request once', async () => {
		const apiKey = 'secret-key';
		const headers = { 'x-seen': '{apiKey}' };
		const faults: ServiceOptions['faults'] = [
			{ kind: 'status', status: 500, body: '{apiKey}', headers },
		];
		const service = await start({ apiKey, faults });
		const client = new Client({ ...service, pause: 0 });
		const reply = await client.page('GetCustomers', 0, 50);
		expect([reply.text, reply.headers['x-seen']]).toEqual(['[API key]', '[API key]']);
		expect(await client.page('GetCustomers', 0, 50)).toBe(reply);

		const unsendable = new Client({ ...service, apiKey: 'secret\nkey', pause: 0 });
		const message = unsendable.get('GetCustomers').catch(String);
		expect(await message).toMatch(/^Error: No response to GetCustomers: [^]*\[API key\]/);
		expect(await message).not.toContain('secret');
	});
});
