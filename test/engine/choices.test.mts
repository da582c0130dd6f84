import { LoadOptionsContext } from 'n8n-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
	NODE,
	nodeInWorkflow,
	TRIGGER,
	type NodeSetting,
} from '../../harness/engine/nodeInWorkflow.mts';
import { nodeTypes } from '../../harness/engine/packageTypes.mts';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import { FAILURES } from '../../nodes/CustomerData/errors/failures';
import { needsItem } from '../../nodes/CustomerData/methods/fieldChoices';
import { fieldOf } from '../../nodes/CustomerData/values/paths';
import { credentialFor, serveOnly, useOwnService } from './support/service.mts';

const service = useOwnService();
const customers = () => service().lists.GetCustomers;

interface Setting extends Partial<NodeSetting> {
	/** What the user types into the search of a list. */
	filter?: string | undefined;
}

/** The names that the editor shows for a parameter, as the method of the node loads them. */
async function offered(method: string, { filter, ...setting }: Setting = {}) {
	const { parameters = { resource: 'customer' } } = setting;
	const credential = credentialFor(service());
	const { node, workflow, additionalData } = nodeInWorkflow({ credential, ...setting });
	const data = { ...additionalData, currentNodeParameters: parameters };
	const context = new LoadOptionsContext(workflow, node, data, 'parameters');
	const { loadOptions, listSearch } = nodeTypes.getByNameAndVersion(node.type).methods ?? {};
	const searched = await listSearch?.[method]?.call(context, filter);
	const found = searched?.results ?? (await loadOptions?.[method]?.call(context)) ?? [];
	expect(found.map(({ value }) => value)).toEqual(found.map(({ name }) => name));
	return found.map(({ name }) => name);
}

describe('the fields to choose from', () => {
	it.each([NODE, TRIGGER])('are those of the records of the first page, in %s', async (type) => {
		for (let place = 0; place < 50; place++) customers().upsert(place, { Code: 'X', Active: true });
		customers().upsert(49, { Code: 'Y', Colour: 'red' });
		customers().upsert(59, { Code: 'Z', Unseen: 1 });
		expect(await offered('getFields', { type })).toEqual(['Active', 'Code', 'Colour']);
		expect(service().requests).toHaveLength(1);
	});

	it('that identify records tell those of the first page apart, and are searched', async () => {
		const names = async (filter?: string) =>
			await offered('searchUniqueFields', { type: TRIGGER, filter });
		const all = await names();
		expect(all).toEqual(expect.arrayContaining(['Code', 'Email']));
		expect(all).not.toContain('GroupCode');
		expect(await names('cO')).toEqual(all.filter((name) => /co/i.test(name)));
		customers().upsert(1, { ...customers().at(1), Email: customers().at(0)?.Email });
		customers().upsert(3, { Code: 'C' });
		expect(await names()).toEqual(['Code']);
		customers().remove(0, customers().length);
		expect(await names()).toEqual([]);
	});

	it('to compare are those in other fields, too, as far as a path can name them', async () => {
		const records: DataRecord[] = [
			{
				Code: 'X',
				Address: { City: 'Ulm', Geo: { Lat: 1 }, 'Home town': 'Ulm', 'a.b': 1, 'a[b': 1, "a'b": 1 },
				Phones: [{ No: 1 }, { Fax: 2 }],
				Custom: [
					{ Name: 'Region', Value: 'N' },
					{ Name: 'Sector', Value: 'S' },
				],
				Twice: [{ Name: 'A' }, { Name: 'A' }],
				Tags: ['a'],
				Empty: [],
				None: null,
				'Zip.Code': { No: 1 },
				Odd: { '': 1, 'a"b': { No: 1 }, 'a]': 1 },
			},
			{ Address: { Country: 'BE' } },
		];
		serveOnly(service(), records);
		const paths = await offered('getPaths');
		expect(paths).toEqual([
			'Address',
			'Address.City',
			'Address.Country',
			'Address.Geo',
			'Address.Geo.Lat',
			'Address.Home town',
			'Code',
			'Custom',
			'Custom[Name=Region]',
			'Custom[Name=Region].Name',
			'Custom[Name=Region].Value',
			'Custom[Name=Sector]',
			'Custom[Name=Sector].Name',
			'Custom[Name=Sector].Value',
			'Empty',
			'None',
			'Odd',
			'Phones',
			'Phones[0]',
			'Phones[0].No',
			'Tags',
			'Tags[0]',
			'Twice',
			'Twice[0]',
			'Twice[0].Name',
			'Zip.Code',
		]);
		const isThere = (path: string) => records.some((one) => fieldOf(one, path) !== undefined);
		expect(paths.filter((path) => !isThere(path))).toEqual([]);
	});

	it('to look in are all of them, and are searched', async () => {
		expect(await offered('searchFields', { filter: 'GROUP' })).toEqual(['GroupCode']);
		expect(await offered('searchFields')).toEqual(await offered('getFields'));
	});

	it('keep nobody waiting for long, and say what to do where n8n shows the message alone', async () => {
		const spy = vi.spyOn(AbortSignal, 'timeout');
		onTestFinished(() => spy.mockRestore());
		service().setFaults([{ kind: 'status', status: 503 }]);
		const { message, advice } = FAILURES.unavailable;
		const told = await offered('getFields').catch(({ message }: Error) => message);
		expect(told).toContain(`${message} (status 503). `);
		expect(told).toContain(advice);
		expect(service().requests).toHaveLength(1);
		expect(spy).toHaveBeenCalledWith(10_000);
	});

	it('are those of the customers where no resource is chosen yet', async () => {
		expect(await offered('getFields', { parameters: {} })).toContain('GroupCode');
	});

	it('need no input item for an expression that has a value without one', async () => {
		const credential = { ...credentialFor(service()), companyId: '={{ 1000 + 1 }}' };
		expect(await offered('getFields', { credential })).toContain('Code');
	});

	it.each(['={{ $json.company }}', '={{ $("Companies").item.json.id }}', '={{ $input.first() }}'])(
		'cannot be listed where the credential holds an expression of an input item: %s',
		async (companyId) => {
			const credential = { ...credentialFor(service()), companyId };
			const { message, description } = needsItem();
			for (const method of ['searchFields', 'searchUniqueFields']) {
				const searching = offered(method, { credential });
				await expect(searching).rejects.toMatchObject({ message, description });
			}
			for (const method of ['getFields', 'getPaths']) {
				const loading = offered(method, { credential });
				await expect(loading).rejects.toThrow(`${message}. ${description}`);
			}
			expect(service().requests).toEqual([]);
		},
	);

	it('need a parameter that can be read', async () => {
		const parameters = { resource: 'other', operationName: 'no name' };
		await expect(offered('getFields', { parameters })).rejects.toThrow("'List Name'");
	});
});
