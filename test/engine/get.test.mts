import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import { credentialFor, serveOnly, useOwnService } from './support/service.mts';
import { locator } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 1_000 } });

const NUMBERS = [7, 1.1, 1e21];
const TEXTS = '7|07| 7|a|A|true|false|null|undefined|[object Object]|1.1|1.10|11e-1|1e21|1E+21';
const VALUES = [...NUMBERS, ...TEXTS.split('|'), true, false, null];

const isText = (value: unknown) => ['string', 'boolean'].includes(typeof value);
const isNumber = (text: string) => /^-?[1-9]\d*(\.\d+)?(e[-+]?\d+)?$/i.test(text);

/** Whether what a record has is the value: text to the letter, a number however it is written. */
function isSame(own: unknown, value: unknown) {
	const text = String(value);
	if (typeof own === 'number') return isNumber(text) && own === Number(text);
	return isText(own) && String(own) === text;
}

const ON = { onError: 'continueRegularOutput' } as const;

const get = async (
	parameters: INodeParameters,
	input: IDataObject[],
	run: Partial<NodeRun> = {},
) => {
	const keyValue = '={{ $json.value }}';
	const asked = { operation: 'get', keyField: locator('Code'), keyValue, ...parameters };
	return await readCustomers(service(), {}, { ...run, parameters: asked, input });
};

it('looks up a thousand input items in one read, and pairs the chosen fields of what it finds', async () => {
	const list = service().lists.GetCustomers;
	const codes = list.page(0, 1_000).map(({ Code }) => String(Code));
	const input = codes.map((value) => ({ value })).reverse();
	const options = { fields: ['Name'], parallelRequests: 1 };
	const { items, error } = await get({ options }, input);
	expect(error).toBeUndefined();
	const names = list.page(0, 1_000).map(({ Name }) => ({ Name }));
	expect(items.map(({ json }) => json)).toEqual(names.reverse());
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
	expect(service().requests).toHaveLength(21);
});

it('finds the records whose field equals the value: text to the letter, a number by its value', async () => {
	const values = fc.constantFrom(...VALUES);
	const lists = fc.array(fc.oneof(values, fc.constantFrom({}, undefined)), { maxLength: 120 });
	await fc.assert(
		fc.asyncProperty(lists, fc.uniqueArray(values), async (given, wanted) => {
			// One has the field.
			const all = [{ Code: 'C1' }, ...given.map((value) => ({ Code: value }))];
			serveOnly(service(), all);
			const input = wanted.filter((value) => value !== null).map((value) => ({ value }));
			const { records } = await get({ options: { ifNotFound: 'nothing' } }, input);
			expect(records).toEqual(
				input.flatMap(({ value }) => all.filter(({ Code }) => isSame(Code, value))),
			);
			expect(new Set(records).size).toBe(records.length);
		}),
		{ numRuns: 40 },
	);
});

it('finds a number as it is written in the list, and text only as it is', async () => {
	const codes = ['1.10', '"1.10"', '1.1', '"1.1"', '1e5', '99999999999999.99', '1e400'];
	const payload = codes.map((Code, Nr) => `{"Code":${Code},"Nr":${Nr}}`);
	const body = `{"IsSuccess":true,"Payload":[${payload.join()}]}`;
	service().setFaults([{ kind: 'status', status: 200, body }]);
	const found = async (value: string) => {
		const { records } = await get({ options: { ifNotFound: 'nothing' } }, [{ value }]);
		return records.map(({ Nr }) => Nr);
	};
	const expected = {
		'1.10': [0, 1, 2],
		'1.1': [0, 2, 3],
		'1.100': [0, 2],
		'100000': [4],
		'1e5': [4],
		'99999999999999.99': [5],
		'99999999999999.98': [],
		'1e400': [6],
		'1e401': [],
	};
	for (const [value, places] of Object.entries(expected))
		expect(await found(value)).toEqual(places);
});

it('finds all records that have a value, as a filter does: text, true or false', async () => {
	const all = [
		{ Code: 'C1', Country: 'NL', Active: true },
		{ Code: 'C2', Country: 'DE', Active: false },
		{ Code: 'C3', Country: 'NL', Active: false },
	];
	serveOnly(service(), all);
	const found = async (field: string, keyValue: string) => {
		const { records } = await get({ keyField: locator(field), keyValue }, [{}]);
		return records.map(({ Code }) => Code);
	};
	expect(await found('Country', 'NL')).toEqual(['C1', 'C3']);
	for (const yes of ['={{ true }}', '={{ 1 < 2 }}', 'true']) {
		expect(await found('Active', yes)).toEqual(['C1']);
	}
	for (const no of ['={{ false }}', 'false']) {
		expect(await found('Active', no)).toEqual(['C2', 'C3']);
	}
});

it.each(['={{ null }}', '={{ ["NL"] }}', '={{ {} }}'])('looks for no %s', async (keyValue) => {
	const { error } = await get({ keyValue }, [{}]);
	expect(error?.message).toBe("'Value' must be text");
});

it('names the value and the field where nothing is found, and what the list has in another spelling', async () => {
	const codes = ['C77', ' c77', 'C78', true, null, {}, '', 7, 'C77'];
	serveOnly(
		service(),
		codes.map((Code) => ({ Code })),
	);
	const input = ['c77', 'TRUE', '007', 'c79', '', '""', 'C78'].map((value) => ({ value }));
	const { records } = await get({}, input, { settings: ON });
	expect(records).toMatchObject([
		{ error: `No record has "c77" in 'Code', but the list has "C77" and " c77"` },
		{ error: `No record has "TRUE" in 'Code', but the list has "true"` },
		{ error: `No record has "007" in 'Code', but the list has "7"` },
		{ error: `No record has "c79" in 'Code'` },
		{ error: "'Value' is empty" },
		{ error: `No record has "\\"\\"" in 'Code'` },
		{ Code: 'C78' },
	]);
});

it.each(['NULL', 'Undefined', '[Object object]', '\u200b'])(
	'takes nothing, and an object, for no spelling of a value: %j',
	async (value) => {
		serveOnly(service(), [{ Code: 'A' }, { Code: null }, {}, { Code: {} }, { Code: '' }]);
		const { error } = await get({}, [{ value }]);
		expect(error?.message).toBe(`No record has "${value}" in 'Code'`);
	},
);

it('says what was not found beside the output, where it returns nothing', async () => {
	const input = ['A', 'B', 'C', 'D', 'E', 'C000001'].map((value) => ({ value }));
	const { records, hints } = await get({ options: { ifNotFound: 'nothing' } }, input);
	expect(records).toMatchObject([{ Code: 'C000001' }]);
	const misses = ['A', 'B', 'C'].map((value) => `No record has "${value}" in 'Code'.`);
	const start = [...misses, 'There are 2 more like this.', 'If'].join('<br>');
	expect(hints).toEqual([expect.stringContaining(start)]);
});

it.each<[string, INodeParameters]>([
	["'Look Up By', choose from the fields", { keyField: locator('code') }],
	["'Field Names or IDs', choose from the fields", { options: { fields: ['code'] } }],
])('names a field that no record has, and those that there are: In %s', async (advice, asked) => {
	const { error } = await get(asked, [{ value: 'C000001' }]);
	expect(error?.message).toBe("No record has a field named 'code'");
	expect(error?.description).toMatch(new RegExp(`^In ${advice} .*'Code'`));
});

it('looks each input item up in its own field and company', async () => {
	const [first, second] = service().lists.GetCustomers.page(0, 2);
	const asked = { keyField: locator('={{ $json.field }}') };
	const credential = { ...credentialFor(service()), companyId: '={{ $json.company ?? 1001 }}' };
	const input = [
		{ field: 'Code', value: 'C000001' },
		{ field: 'Name', value: String(second?.Name) },
		{ field: 'Code', value: 'C900001', company: 1002 },
	];
	const { records, error } = await get(asked, input, { credential });
	expect(error).toBeUndefined();
	expect(records).toEqual([first, second, service().second.lists.GetCustomers.at(0)]);
});
