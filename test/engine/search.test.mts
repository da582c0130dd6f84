import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startService } from '../../service/server.mts';
import { runNode } from './support/runNode.mts';
import { credentialFor, useService } from './support/service.mts';

const service = useService();
const customers = { resource: 'customer', operation: 'getAll' };

const search = async (
	words: IDataObject['search'],
	parameters: INodeParameters,
	options: INodeParameters = {},
	from = service(),
) =>
	await runNode({
		credential: credentialFor(from),
		parameters: {
			...customers,
			...parameters,
			options: { ...options, search: '={{ $json.search }}' },
		},
		input: [{ search: words }],
	});

const codesOf = (items: Array<{ json: Record<string, unknown> }>) =>
	items.map(({ json }) => json.Code);

/** The number of the last customer of the 1,240. */
const LAST = 'C001240';

describe('Search', () => {
	it('finds one customer out of all, and returns it whole', async () => {
		const { items, hints } = await search(` ${LAST.toLowerCase()} `, { returnAll: true });
		expect(items.map(({ json }) => json)).toEqual(service().lists.GetCustomers.page(1239, 1));
		expect(hints).toEqual([]);
	});

	it('finds it without Return All, reading as many pages of 50 as it takes', async () => {
		const { items, hints } = await search(LAST, { returnAll: false, limit: 1 });
		expect(codesOf(items)).toEqual([LAST]);
		expect(hints).toEqual([]);
		expect(new Set(service().requests.map(({ limit }) => limit))).toEqual(new Set([50]));
	});

	it('reads no further than to the page that fills the limit, and says that there may be more', async () => {
		const own = await startService();
		const parameters = { returnAll: false, limit: 50 };
		const { items, hints } = await search('C0000', parameters, {}, own);
		await own.close();
		expect(codesOf(items)).toHaveLength(50);
		expect(own.requests).toHaveLength(1);
		expect(hints).toEqual([
			expect.stringMatching(/^50 records were returned, and there may be more\./),
		]);
	});

	it('counts what is found for Max Records', async () => {
		const { items, hints } = await search('C00', { returnAll: true }, { maxRecords: 120 });
		expect(items).toHaveLength(120);
		expect(hints).toEqual([
			expect.stringMatching(/^120 records were returned, and there may be more\./),
		]);
	});

	it('says how many records were looked at when none has the words', async () => {
		const { items, error, hints } = await search('nobody at all', { returnAll: false });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		expect(hints).toEqual(["1240 records were read, and none contains all the words in 'Search'."]);
	});

	it('looks into fields that are not returned', async () => {
		const options = { fields: ['Name'] };
		const { items } = await search(LAST, { returnAll: true }, options);
		const [{ Name } = {}] = service().lists.GetCustomers.page(1239, 1);
		expect(items.map(({ json }) => json)).toEqual([{ Name }]);
	});

	it('names a field that no record has, whatever is found', async () => {
		const { error } = await search('nobody', { returnAll: true }, { fields: ['name'] });
		expect(error?.message).toBe("No record has a field named 'name'");
	});

	it.each(['', '  ', undefined])('is off when it is %j', async (words) => {
		const own = await startService();
		const { items } = await search(words, { returnAll: false, limit: 3 }, {}, own);
		await own.close();
		expect(items).toHaveLength(3);
		expect(own.requests).toHaveLength(1);
	});

	it('takes a number from an expression', async () => {
		const { items } = await search(1240, { returnAll: true });
		expect(codesOf(items)).toContain(LAST);
	});

	it.each([[true], [null], [['a']], [{ a: 1 }]])('refuses %j before any request', async (words) => {
		const { error } = await search(words, { returnAll: true });
		expect(error?.message).toBe("'Search' must be text");
		expect(service().requests).toEqual([]);
	});

	it('returns what a look through the whole list would find, in its order', async () => {
		const records = fc.array(fc.constantFrom('red', 'Blue', 'red blue', 'Réd', ''), {
			maxLength: 240,
		});
		const asked = fc.record({
			words: fc.constantFrom('red', 'blue', 'BLUE red', 'green'),
			returnAll: fc.boolean(),
			limit: fc.integer({ min: 1, max: 50 }),
			maxRecords: fc.integer({ min: 1, max: 120 }),
			offset: fc.integer({ min: 0, max: 60 }),
			parallelRequests: fc.integer({ min: 1, max: 16 }),
		});
		await fc.assert(
			fc.asyncProperty(records, asked, async (colours, { words, returnAll, limit, ...options }) => {
				const own = await startService({ sizes: { customers: 0 } });
				for (const [index, colour] of colours.entries()) {
					own.lists.GetCustomers.insert({ Code: `${index}-x`, colour }, index);
				}
				const { items, error } = await runNode({
					credential: credentialFor(own),
					parameters: { ...customers, returnAll, limit, options: { ...options, search: words } },
				});
				await own.close();
				expect(error).toBeUndefined();
				const wanted = words.toLowerCase().split(' ');
				const expected = colours
					.map((colour, index) => ({ Code: `${index}-x`, colour }))
					.slice(options.offset)
					.filter(({ colour }) => {
						const plain = colour.toLowerCase().replace('é', 'e');
						return wanted.every((word) => plain.includes(word));
					})
					.slice(0, returnAll ? options.maxRecords : limit);
				expect(items.map(({ json }) => json)).toEqual(expected);
			}),
			{ numRuns: 60 },
		);
	});

	it('finds what stays in the list exactly once while others change it', async () => {
		const own = await startService({ sizes: { customers: 1_000 }, changes: 0.5 });
		const before = own.lists.GetCustomers.page(0, 1_000).map(({ Code }) => String(Code));
		const { items, error } = await runNode({
			credential: credentialFor(own),
			parameters: {
				...customers,
				returnAll: true,
				options: { search: '7', fields: ['Code'] },
			},
		});
		await own.close();
		expect(error).toBeUndefined();
		const isUntouched = (code: unknown) => typeof code === 'string' && !own.touched.has(code);
		const expected = before.filter((code) => isUntouched(code) && code.includes('7'));
		const found = codesOf(items).filter((code) => String(code).includes('7') && isUntouched(code));
		const known = new Set(before);
		expect(found.filter((code) => known.has(String(code)))).toEqual(expected);
	});
});
