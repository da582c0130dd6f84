import type { INodeParameters } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { type ServiceOptions, startService } from '../../service/server.mts';
import { runNode } from './support/runNode.mts';
import { credentialFor, useService } from './support/service.mts';

const WINDOWS = [1, 4, 16];
const MOVED = /^The list changed while it was read, .* add 'Consistent Read'/;

afterEach(() => {
	vi.restoreAllMocks();
});

const parametersWith = (options: INodeParameters) => ({
	resource: 'customer',
	operation: 'getAll',
	returnAll: true,
	options,
});

/** Reads a list of its own, with so many changes per page. */
async function readLiving(life: ServiceOptions, options: INodeParameters) {
	const own = await startService({ sizes: { customers: 2_000 }, ...life });
	const before = own.lists.GetCustomers.page(0, 2_000).map(({ Code }) => Code);
	const { items, error, hints } = await runNode({
		credential: credentialFor(own),
		parameters: parametersWith(options),
	});
	await own.close();
	const untouched = before.filter((code) => !own.touched.has(code));
	const codes: unknown[] = items.map(({ json }) => json.Code);
	return { codes, untouched, touched: own.touched, before, error, hints };
}

describe('a list that changes while it is read', () => {
	it.each(WINDOWS.flatMap((window) => [0.2, 2].map((changes) => ({ window, changes }))))(
		'is read right with Consistent Read: window $window, $changes changes a page',
		async ({ window, changes }) => {
			const options = { consistentRead: true, parallelRequests: window };
			const read = await readLiving({ changes }, options);
			expect(read.error).toBeUndefined();
			expect(read.touched.size).toBeGreaterThan(0);
			const untouched = new Set(read.untouched);
			expect(read.codes.filter((code) => untouched.has(code))).toEqual(read.untouched);
			expect(read.hints.filter((hint) => MOVED.test(hint))).toEqual([]);
		},
	);

	it.each(WINDOWS)('loses nothing by default when it only grows: window %d', async (window) => {
		const life = { changes: 0.5, changeKinds: ['insert'] } as const;
		const read = await readLiving(life, { parallelRequests: window });
		const codes = new Set(read.codes);
		expect(read.before.filter((code) => !codes.has(code))).toEqual([]);
		expect(read.hints).toContainEqual(expect.stringMatching(MOVED));
	});

	it.each(WINDOWS)('doubles nothing by default when it only shrinks: window %d', async (window) => {
		const life = { changes: 0.5, changeKinds: ['remove'] } as const;
		const read = await readLiving(life, { parallelRequests: window });
		expect(read.codes).toEqual([...new Set(read.codes)]);
	});
});

describe('Consistent Read', () => {
	const service = useService({ sizes: { customers: 500 } });
	const read = async (options: INodeParameters) =>
		await runNode({
			credential: credentialFor(service()),
			parameters: parametersWith({ consistentRead: true, ...options }),
		});

	it.each(WINDOWS)('reads a list at rest as it is: window %d', async (parallelRequests) => {
		const { items, error, hints } = await read({ parallelRequests });
		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(items.map(({ json }) => json)).toEqual(service().lists.GetCustomers.page(0, 500));
	});

	it('says so when the service does not start pages where it is asked to', async () => {
		const { GetCustomers } = service().lists;
		const page = GetCustomers.page.bind(GetCustomers);
		vi.spyOn(GetCustomers, 'page').mockImplementation((offset, limit) =>
			page(offset - (offset % 50), limit),
		);
		const { items, error } = await read({});
		expect(items).toEqual([]);
		expect(error?.message).toBe('The service does not start pages at the requested offset');
		expect(service().requests.length).toBeLessThan(100);
	});

	it('says so when nothing of what was read is found again', async () => {
		const { GetCustomers } = service().lists;
		const page = GetCustomers.page.bind(GetCustomers);
		let read = 0;
		vi.spyOn(GetCustomers, 'page').mockImplementation((offset, limit) =>
			page(offset, limit).map((record) => ({ ...record, ReadAs: ++read })),
		);
		const outcome = await runNode({
			credential: credentialFor(service()),
			parameters: parametersWith({ consistentRead: true }),
		});
		expect(outcome.items).toEqual([]);
		expect(outcome.error?.message).toBe("The list changes too fast for 'Consistent Read'");
	});
});
