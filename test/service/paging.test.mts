import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { pageOf } from '../../service/paging.mts';
import { RecordList } from '../../service/recordList.mts';
import { startService, type RunningService } from '../../service/server.mts';
import { ask, askPage, payloadIn } from './ask.mts';

fc.configureGlobal({ seed: 20_26 });

/** The offsets that a client requests by following the headers, and the records it gets. */
function follow(list: RecordList, start: number, limit: number) {
	const offsets: number[] = [];
	const records: unknown[] = [];
	for (let next: string | undefined = String(start); next !== undefined;) {
		const offset = Number(next);
		const { headers, body } = pageOf(list, { offset, limit });
		offsets.push(offset);
		records.push(...payloadIn(body));
		next = headers['x-page-more'] === 'true' ? headers['x-page-next'] : undefined;
	}
	return { offsets, records };
}

describe('following the chain of pages', () => {
	it('returns every record from the offset on once and in order, for any size, limit and offset', () => {
		fc.assert(
			fc.property(
				fc.nat(400),
				fc.integer({ min: 1, max: 50 }),
				fc.nat(450),
				(length, limit, start) => {
					const list = new RecordList((index) => ({ index }), length);
					const { offsets, records } = follow(list, start, limit);

					expect(records).toEqual(list.page(start, length));
					expect(offsets).toEqual(offsets.map((_, page) => start + page * limit));
					expect(offsets).toHaveLength(Math.max(1, Math.ceil((length - start) / limit)));
				},
			),
		);
	});
});

describe('a page', () => {
	let service: RunningService;
	beforeAll(async () => {
		service = await startService({ sizes: { customers: 10_000_000 } });
	});
	afterAll(() => service.close());

	it('has the records at its offset, in the envelope', async () => {
		const { status, envelope } = await askPage(service, 'GetCustomers', 100, 3);
		expect(status).toBe(200);
		expect(envelope).toEqual({
			IsSuccess: true,
			ErrorMessages: [],
			Payload: service.lists.GetCustomers.page(100, 3),
		});
	});

	it('is also there at offset 5,000,000', async () => {
		const { envelope, headers } = await askPage(service, 'GetCustomers', 5_000_000);
		expect(envelope.Payload).toHaveLength(50);
		expect(envelope.Payload).toHaveProperty('0.Code', 'C5000001');
		expect(headers.get('x-page-next')).toBe('5000050');
	});

	it('names the next one if there are more records', async () => {
		const { headers } = await askPage(service, 'GetCustomerGroups', 0);
		expect(headers.get('x-page-more')).toBe('true');
		expect(headers.get('x-page-next')).toBe('50');
	});

	it('names no next one if it is the last', async () => {
		const { headers, envelope } = await askPage(service, 'GetCustomerGroups', 50);
		expect(envelope.Payload).toHaveLength(23);
		expect(headers.get('x-page-more')).toBe('false');
		expect(headers.has('x-page-next')).toBe(false);
	});

	it('is empty, and the last, beyond the end', async () => {
		const { status, headers, envelope } = await askPage(service, 'GetSuppliers', 311);
		expect(status).toBe(200);
		expect(envelope.Payload).toEqual([]);
		expect(headers.get('x-page-more')).toBe('false');
	});

	it('shows changes made while the service runs', async () => {
		const { GetSuppliers } = service.lists;
		GetSuppliers.upsert(0, { Code: 'changed' });
		GetSuppliers.insert({ Code: 'added' }, 1);
		GetSuppliers.remove(2);
		const { envelope } = await askPage(service, 'GetSuppliers', 0, 3);
		expect(envelope.Payload).toMatchObject([
			{ Code: 'changed' },
			{ Code: 'added' },
			{ Code: 'S000003' },
		]);
	});
});

describe('the service without sizes', () => {
	it('has 1,240 customers, 73 customer groups and 310 suppliers', async () => {
		const service = await startService();
		const lengths = Object.values(service.lists).map(({ length }) => length);
		await service.close();
		expect(lengths).toEqual([1240, 73, 310]);
	});
});

describe('Ping', () => {
	it('responds with the plain text Pong', async () => {
		const service = await startService();
		const { status, headers, text } = await ask(service, 'Ping');
		await service.close();
		expect({ status, text }).toEqual({ status: 200, text: 'Pong' });
		expect(headers.get('content-type')).toMatch(/^text\/plain/);
	});

	it('responds with an envelope when asked to', async () => {
		const service = await startService({ pingBody: 'envelope' });
		const { text } = await ask(service, 'Ping');
		await service.close();
		expect(JSON.parse(text)).toEqual({ IsSuccess: true, ErrorMessages: [], Payload: ['Pong'] });
	});
});
