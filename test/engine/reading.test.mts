import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readCustomers } from '../../harness/engine/runNode.mts';
import { ownService, servePages, useOwnService } from './support/service.mts';
import { locator } from './support/trigger.mts';

const service = useOwnService();

const customers = (offset: number, count: number) =>
	service().lists.GetCustomers.page(offset, count);

const searching = (search: string) =>
	search === '' ? { operation: 'getAll' } : { operation: 'search', search };

/** How many pages hold so many records, when each begins with the last two of the one before. */
const pagesFor = (records: number) => 1 + Math.ceil(Math.max(0, records - 50) / 48);

describe('Get Many', () => {
	it.each([
		['customer', 'GetCustomers', 1240],
		['customerGroup', 'GetCustomerGroups', 73],
		['other', 'GetSuppliers', 310],
	] as const)('reads every record of %s once and in order', async (resource, operation, count) => {
		const parameters = { resource, operationName: 'GetSuppliers' };
		const { records, error, hints } = await readCustomers(service(), {}, { parameters });
		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(records).toEqual(service().lists[operation].page(0, count));
	});

	it('says what the service said of a page that it refuses after others', async () => {
		const body = { IsSuccess: false, ErrorMessages: ['Gone for good'], Payload: [] };
		service().setFaults([{ kind: 'status', status: 404, offset: 400, body }]);
		const { records, error } = await readCustomers(service());
		expect(records).toEqual([]);
		expect(error?.message).toBe('The service did not return all records (status 404)');
		expect(error?.description).toContain('Gone for good');
	});

	it('searches no further once the limit is reached', async () => {
		const parameters = { returnAll: false, ...searching('C0000') };
		const { records } = await readCustomers(service(), {}, { parameters });
		expect(records).toEqual(customers(0, 50));
		expect(service().requests).toHaveLength(1);
	});

	it('asks for no page after the last that is wanted, however many at a time', async () => {
		const options = { maxRecords: 500, parallelRequests: 16 };
		const { records } = await readCustomers(service(), options);
		expect(records).toHaveLength(500);
		expect(service().requests).toHaveLength(pagesFor(500));
	});

	it('does not say that there may be more where as many were wanted as there are', async () => {
		const { hints } = await readCustomers(service(), { maxRecords: 1240 });
		expect(hints).toEqual([]);
	});

	it('returns what a look through the whole list would find, in its order', async () => {
		const colours = fc.array(fc.constantFrom('red', 'Blue', 'red blue', 'Réd', ''), {
			maxLength: 240,
			size: 'max',
		});
		const words = fc.constantFrom('', 'red', 'BLUE red', 'green');
		const asked = fc.record({
			maxRecords: fc.integer({ min: 1, max: 240 }),
			offset: fc.integer({ min: 0, max: 60 }),
			parallelRequests: fc.integer({ min: 1, max: 16 }),
			fields: fc.subarray(['Code']),
		});
		const limits = fc.record({ returnAll: fc.boolean(), limit: fc.integer({ min: 1, max: 50 }) });
		await fc.assert(
			fc.asyncProperty(colours, words, asked, limits, async (given, search, options, limit) => {
				const own = await ownService({ sizes: { customers: 0 } });
				const list = given.map((Colour, index) => ({ Code: `${index}-x`, Colour }));
				for (const record of list) own.lists.GetCustomers.insert(record);
				const { records, hints, error } = await readCustomers(own, options, {
					parameters: { ...searching(search), ...limit },
				});
				expect(error).toBeUndefined();
				const words = search.toLowerCase().split(' ');
				// A search looks through the whole list.
				const found = list.slice(search === '' ? options.offset : 0).filter(({ Colour }) => {
					const text = Colour.toLowerCase().replace('é', 'e');
					return words.every((word) => text.includes(word));
				});
				const most = limit.returnAll ? options.maxRecords : limit.limit;
				const returned = found.slice(0, most);
				const codes = returned.map(({ Code }) => ({ Code }));
				expect(records).toEqual(options.fields.length === 0 ? returned : codes);
				const saysMore = hints.some((hint) => hint.includes('there may be more'));
				if (found.length > most) expect(saysMore).toBe(true);
				if (saysMore) expect(returned).toHaveLength(most);
				const isBounded = search === '' && found.length >= most;
				if (isBounded) expect(own.requests).toHaveLength(pagesFor(most));
			}),
			{ numRuns: 60 },
		);
	});
});

it('a record comes as the service sent it, with every digit of a number', async () => {
	const record =
		'{"Id":12345678901234567890,"In":[-9007199254740993,1e20,99999999999999.99,1e400],"Link":"https://a/?k=demo-api-key","Name":"Zoë €"}';
	const body = `\ufeff{"IsSuccess":true,"Payload":[${record}]}`;
	const headers = { 'content-type': 'application/json; charset=ISO-8859-1' };
	service().setFaults([{ kind: 'status', status: 200, body, headers }]);
	const { records } = await readCustomers(service());
	const In = ['-9007199254740993', 1e20, '99999999999999.99', '1e400'];
	const others = { Link: 'https://a/?k=demo-api-key', Name: 'Zoë €' };
	expect(records).toEqual([{ Id: '12345678901234567890', In, ...others }]);
});

const [keyField, keyValue] = [locator('Code'), 'C1'];
const compareFields = { pairs: [{ field: 'Deep', value: 'deep' }] };

it.each<[string, INodeParameters, INodeParameters?]>([
	['Get Many', {}, { emptyAsNull: true }],
	['Get', { operation: 'get', keyField, keyValue }],
	['Search', { operation: 'search', search: 'c1' }],
	['Compare', { operation: 'compare', keyField, inputKey: 'code', compareFields }],
])('%s reads records that are nested deep', async (_, parameters, options) => {
	const deep = '[{"a":'.repeat(499) + '["", 0]' + '}]'.repeat(499);
	const body = `{"IsSuccess":true,"Payload":[{"Code":"C1"},{"Code":"C1","Deep":${deep}}]}`;
	service().setFaults([{ kind: 'status', status: 200, body }]);
	const input = ['C1', 'C2'].map((code) => ({ code }));
	const settings = { onError: 'continueErrorOutput' } as const;
	const { outputs } = await readCustomers(service(), options, { parameters, input, settings });
	expect(outputs.flat()).not.toEqual([]);
	expect(JSON.stringify(outputs)).not.toMatch(/levels|stack/);
});

it('a list comes without what was removed after it was read', async () => {
	let pages = 0;
	servePages(service(), (page) => {
		// The read stands at 146.
		if (++pages === 4) service().lists.GetCustomers.remove(100, 46);
		return page();
	});
	const { records } = await readCustomers(service(), { parallelRequests: 1 });
	expect(records).toEqual(customers(0, 1240));
});
