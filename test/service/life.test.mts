import { afterEach, describe, expect, it } from 'vitest';

import {
	startService,
	type ChangeKind,
	type RunningService,
	type ServiceOptions,
} from '../../service/server.mts';
import { ask } from '../contract/support/ask.mts';

const CUSTOMERS = 200;

let service: RunningService | undefined;
afterEach(() => service?.close());

async function start(options: ServiceOptions): Promise<RunningService> {
	service = await startService({ sizes: { customers: CUSTOMERS }, ...options });
	return service;
}

const everyone = ({ lists: { GetCustomers } }: RunningService) => GetCustomers.page(0, Infinity);
const codes = (running: RunningService) => everyone(running).map(({ Code }) => Code);

async function serve(running: RunningService, pages: number): Promise<void> {
	for (let page = 0; page < pages; page++) await ask(running, 'GetCustomers');
}

describe('a list of a living service', () => {
	it('stays as it is unless changes are asked for', async () => {
		const running = await start({});
		const before = everyone(running);
		await serve(running, 20);
		expect(everyone(running)).toEqual(before);
		expect(running.touched.size).toBe(0);
	});

	it.each([0.2, 3])(
		'changes %d times for each page that is served, on average',
		async (changes) => {
			const running = await start({ changes, changeKinds: ['insert'] });
			await serve(running, 300);
			const perPage = running.touched.size / 300;
			expect(perPage).toBeGreaterThan(changes * 0.7);
			expect(perPage).toBeLessThan(changes * 1.3);
			expect(running.lists.GetCustomers).toHaveLength(CUSTOMERS + running.touched.size);
		},
	);

	it('changes before a page is taken, after it, both and neither', async () => {
		const running = await start({ changes: 1, changeKinds: ['update'], sizes: { customers: 1 } });
		const states = new Set<string>();
		for (let page = 0; page < 50; page++) {
			const before = JSON.stringify(everyone(running));
			const { text } = await ask(running, 'GetCustomers');
			const after = JSON.stringify(everyone(running));
			const taken = JSON.stringify(JSON.parse(text).Payload);
			states.add(`${taken === before} ${taken === after}`);
		}
		expect([...states].sort()).toEqual(['false false', 'false true', 'true false', 'true true']);
	});

	it('starts and stops to change at any time', async () => {
		const running = await start({});
		running.changes = 2;
		await serve(running, 20);
		const { size } = running.touched;
		expect(size).toBeGreaterThan(10);
		running.changes = 0;
		await serve(running, 20);
		expect(running.touched.size).toBe(size);
	});

	it('changes in the same way in every run', async () => {
		const runs = [];
		for (let run = 0; run < 2; run++) {
			const running = await start({ changes: 2 });
			await serve(running, 20);
			runs.push({ touched: [...running.touched], records: everyone(running) });
			await running.close();
		}
		expect(runs[0]).toEqual(runs[1]);
	});

	it('leaves other lists alone, and changes nothing for a Ping', async () => {
		const running = await start({ changes: 5 });
		const { GetCustomers, GetSuppliers } = running.lists;
		const before = [GetCustomers.page(0, Infinity), GetSuppliers.page(0, Infinity)];
		await ask(running, 'Ping');
		await ask(running, 'GetCustomerGroups');
		expect([GetCustomers.page(0, Infinity), GetSuppliers.page(0, Infinity)]).toEqual(before);
		expect(running.touched.size).toBeGreaterThan(0);
	});
});

describe('the records that were not touched', () => {
	it.each<[string, ChangeKind[] | undefined]>([
		['insertions', ['insert']],
		['updates', ['update']],
		['moves', ['move']],
		['removals', ['remove']],
		['changes of every kind', undefined],
	])('are the same, in the same order, after %s', async (_name, changeKinds) => {
		const running = await start({ changes: 2, changeKinds });
		const untouched = (records: ReturnType<typeof everyone>) =>
			records.filter(({ Code }) => !running.touched.has(Code));
		const before = everyone(running);
		await serve(running, 20);
		expect(untouched(everyone(running))).toEqual(untouched(before));
		expect(everyone(running)).not.toEqual(before);
	});
});

describe('a kind of change', () => {
	async function after(changeKinds: ChangeKind[]) {
		const running = await start({ changes: 1, changeKinds });
		const before = codes(running);
		await serve(running, 20);
		return { running, before, now: codes(running) };
	}

	it('insert adds records with codes of their own, anywhere in the list', async () => {
		const { running, before, now } = await after(['insert']);
		const added = now.filter((code) => !before.includes(code));
		expect(added.length).toBeGreaterThan(5);
		expect(new Set(added)).toEqual(running.touched);
		expect(new Set(now).size).toBe(now.length);
		const inFirstHalf = now.slice(0, 100).filter((code) => running.touched.has(code));
		expect(inFirstHalf.length).toBeGreaterThan(0);
		expect(inFirstHalf.length).toBeLessThan(added.length);
		expect(everyone(running).find(({ Code }) => Code === added[0])).toMatchObject({
			Code: expect.stringMatching(/^C000\d{3}$/),
			Email: expect.stringContaining('@example.com'),
		});
	});

	it('update changes records, and leaves their codes and places', async () => {
		const { running, before, now } = await after(['update']);
		const { make } = running.lists.GetCustomers;
		expect(now).toEqual(before);
		everyone(running).forEach((record, index) => {
			const isAsMade = JSON.stringify(record) === JSON.stringify(make(index));
			expect(isAsMade).toBe(!running.touched.has(record.Code));
		});
	});

	it('move changes places, and leaves the records', async () => {
		const { running, before, now } = await after(['move']);
		expect(now).not.toEqual(before);
		expect([...now].sort()).toEqual([...before].sort());
		expect(running.touched.size).toBeGreaterThan(5);
	});

	it('remove takes records away', async () => {
		const { running, before, now } = await after(['remove']);
		expect(new Set(before.filter((code) => !now.includes(code)))).toEqual(running.touched);
		expect(now).toEqual(before.filter((code) => !running.touched.has(code)));
	});

	it('cannot happen to a list that has too few records', async () => {
		const running = await start({
			changes: 5,
			changeKinds: ['update', 'move', 'remove'],
			sizes: { customers: 2 },
		});
		await serve(running, 20);
		expect(codes(running)).toEqual([]);
		running.changeKinds = ['move'];
		running.lists.GetCustomers.insert({ Code: 'ONE' });
		await serve(running, 5);
		expect(running.touched).not.toContain('ONE');
	});
});
