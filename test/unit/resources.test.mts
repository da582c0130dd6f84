import type { INodeProperties } from 'n8n-workflow';
import { expect, it, vi } from 'vitest';

import { RESOURCES, type Resource } from '../../nodes/CustomerData/resources';

const supplier: Resource = {
	value: 'supplier',
	name: 'Supplier',
	description: 'The suppliers of the company',
	records: 'suppliers',
	operationName: 'GetSuppliers',
	keyField: 'Code',
};

vi.doMock('../../nodes/CustomerData/resources', () => ({ RESOURCES: [...RESOURCES, supplier] }));
const { CustomerData } = await import('../../nodes/CustomerData/CustomerData.node');
const { CustomerDataTrigger } = await import('../../nodes/CustomerData/CustomerDataTrigger.node');
const { readListRequest } = await import('../../nodes/CustomerData/getMany');

const { properties, subtitle } = new CustomerData().description;
const { properties: triggerProperties } = new CustomerDataTrigger().description;

/** What is shown for suppliers alone, or not for them. */
function resourcesOf({ displayOptions }: INodeProperties) {
	return displayOptions?.show?.resource ?? [];
}

it('a row in the table of resources is a resource of both nodes, which needs nothing else', () => {
	const choice = expect.objectContaining({ name: 'Supplier', value: 'supplier' });
	for (const [resource] of [properties, triggerProperties]) {
		expect(resource?.options).toContainEqual(choice);
	}
	const own = [...properties, ...triggerProperties].filter((property) =>
		resourcesOf(property).some((value) => value === 'supplier'),
	);
	const options = [expect.objectContaining({ value: 'getAll', action: 'Get many suppliers' })];
	expect(own).toEqual([expect.objectContaining({ name: 'operation', options })]);
	expect(subtitle).toContain('"supplier":"Supplier"');
	const given = new Map([['resource', 'supplier']]);
	const { operationName } = readListRequest((name, fallback) => given.get(name) ?? fallback);
	expect(operationName).toBe('GetSuppliers');
});
