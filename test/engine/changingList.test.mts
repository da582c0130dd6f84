import type { INodeParameters } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { type ServiceOptions, startService } from '../../service/server.mts';
import type { DataRecord } from '../../service/records.mts';
import { runNode } from './support/runNode.mts';
import { credentialFor, useService } from './support/service.mts';

const WINDOWS = [1, 4, 16];
const RECORDS = 500;
const PLAIN =
	'The pages of this service cannot overlap, so changes made during the read cannot be noticed.';

const service = useService({ sizes: { customers: RECORDS } });
const customers = () => service().lists.GetCustomers;

afterEach(() => {
	vi.restoreAllMocks();
});

const readAll = async (options: INodeParameters, from = service()) =>
	await runNode({
		credential: credentialFor(from),
		parameters: { resource: 'customer', operation: 'getAll', returnAll: true, options },
	});

/** Reads a list of its own, with so many changes per page. */
async function readLiving(life: ServiceOptions, options: INodeParameters) {
	const own = await startService({ sizes: { customers: 2_000 }, ...life });
	const before = own.lists.GetCustomers.page(0, 2_000).map(({ Code }) => Code);
	const { items, error, hints } = await readAll(options, own);
	await own.close();
	const untouched = before.filter((code) => !own.touched.has(code));
	const codes: unknown[] = items.map(({ json }) => json.Code);
	return { codes, untouched, touched: own.touched, error, hints };
}

describe('a list that changes while it is read', () => {
	it.each(WINDOWS.flatMap((window) => [0.2, 2].map((changes) => ({ window, changes }))))(
		'comes with what nobody touched exactly once and in order: $window at a time, $changes changes a page',
		async ({ window, changes }) => {
			const read = await readLiving({ changes }, { parallelRequests: window });
			expect(read.error).toBeUndefined();
			expect(read.touched.size).toBeGreaterThan(0);
			const untouched = new Set(read.untouched);
			expect(read.codes.filter((code) => untouched.has(code))).toEqual(read.untouched);
			expect(read.hints).not.toContain(PLAIN);
		},
	);

	it('comes without what was removed after it was read', async () => {
		const own = await startService({ sizes: { customers: RECORDS } });
		const list = own.lists.GetCustomers;
		const page = list.page.bind(list);
		let pages = 0;
		list.page = (offset, limit) => {
			// The read stands at 146.
			if (++pages === 4) for (let left = 46; left > 0; left--) list.remove(100);
			return page(offset, limit);
		};
		const { items } = await readAll({ parallelRequests: 1 }, own);
		await own.close();
		expect(items.map(({ json }) => json)).toEqual(page(0, RECORDS));
	});
});

describe('a list at rest', () => {
	it.each(WINDOWS)('comes as it is, without a hint: %d at a time', async (parallelRequests) => {
		const { items, error, hints } = await readAll({ parallelRequests });
		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(items.map(({ json }) => json)).toEqual(customers().page(0, RECORDS));
	});

	it('comes without a hint when two of its records are equal', async () => {
		const own = await startService({ sizes: { customers: RECORDS } });
		const list = own.lists.GetCustomers;
		for (const place of [48, 49, 98, 100, 250]) list.upsert(place, { Code: 'SAME' });
		const { items, hints } = await readAll({}, own);
		await own.close();
		expect(hints).toEqual([]);
		expect(items.map(({ json }) => json)).toEqual(list.page(0, RECORDS));
	});
});

describe('a service whose pages cannot overlap', () => {
	/** Lets the service make its pages in another way. */
	function serve(make: (offset: number, page: (offset: number) => DataRecord[]) => DataRecord[]) {
		const page = customers().page.bind(customers());
		vi.spyOn(customers(), 'page').mockImplementation((offset, limit) =>
			make(offset, (from) => page(from, limit)),
		);
	}

	const codesOf = (records: Array<Record<string, unknown>>) => records.map(({ Code }) => Code);

	async function expectWhole(parallelRequests: number): Promise<void> {
		const expected = codesOf(customers().page(0, RECORDS));
		const { items, error, hints } = await readAll({ parallelRequests });
		expect(error).toBeUndefined();
		expect(codesOf(items.map(({ json }) => json))).toEqual(expected);
		expect(hints).toEqual([PLAIN]);
		// A read before this one can have requested what lies behind the end.
		const requested = service().requests.filter(({ offset = 0 }) => offset < RECORDS);
		expect(requested.length).toBeLessThan(RECORDS / 50 + 10);
	}

	it.each(WINDOWS)(
		'is read whole, with a hint, when it rounds offsets down: %d at a time',
		async (parallelRequests) => {
			serve((offset, page) => page(offset - (offset % 50)));
			await expectWhole(parallelRequests);
		},
	);

	it.each(WINDOWS)(
		'is read whole, with a hint, when it refuses other offsets than 0, 50, 100: %d at a time',
		async (parallelRequests) => {
			serve((offset, page) => {
				if (offset % 50 > 0) throw Object.assign(new Error('Not a page'), { statusCode: 400 });
				return page(offset);
			});
			await expectWhole(parallelRequests);
		},
	);

	it.each(WINDOWS)(
		'is read whole, with a hint, when a field differs in every response: %d at a time',
		async (parallelRequests) => {
			let read = 0;
			serve((offset, page) => page(offset).map((record) => ({ ...record, ReadAs: ++read })));
			await expectWhole(parallelRequests);
		},
	);
});
