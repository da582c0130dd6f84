import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

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

const choice = expect.objectContaining({ name: 'Supplier', value: 'supplier' });

function shown({ displayOptions }: INodeProperties): unknown[] | undefined {
	const values = displayOptions?.show?.resource;
	return Array.isArray(values) ? values : undefined;
}

function named(list: INodeProperties[], name: string): INodeProperties[] {
	return list.filter((property) => property.name === name);
}

describe('a new row in the table of resources, without any other change,', () => {
	it('is a resource of the node, with Get Many and an action for the nodes panel', () => {
		expect(named(properties, 'resource')[0]?.options).toContainEqual(choice);
		const operation = properties.find((property) => shown(property)?.includes('supplier'));
		expect(operation?.options).toMatchObject([{ value: 'getAll', action: 'Get many suppliers' }]);
		expect(subtitle).toContain('"supplier":"Supplier"');
	});

	it('is a resource of the trigger, identified by its key field', () => {
		expect(named(triggerProperties, 'resource')[0]?.options).toContainEqual(choice);
		for (const keyField of named(triggerProperties, 'keyField')) {
			expect(shown(keyField)).not.toContain('supplier');
		}
	});

	it('is read by the name of its operation, without the user entering one', () => {
		const given: Record<string, unknown> = { resource: 'supplier', returnAll: true, options: {} };
		expect(readListRequest((name) => given[name])).toMatchObject({
			operationName: 'GetSuppliers',
			returnAll: true,
		});
		for (const operationName of named([...properties, ...triggerProperties], 'operationName')) {
			expect(shown(operationName)).toEqual(['other']);
		}
	});
});
