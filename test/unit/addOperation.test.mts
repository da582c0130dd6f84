import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import { RESOURCES, type Resource } from '../../nodes/CustomerData/resources';

const NODES = 'nodes/CustomerData';

const supplier: Resource = {
	value: 'supplier',
	name: 'Supplier',
	description: 'A supplier of the company',
	records: 'suppliers',
	operationName: 'GetSuppliers',
	keyField: 'Code',
};

vi.doMock('../../nodes/CustomerData/resources', () => ({ RESOURCES: [...RESOURCES, supplier] }));
const { properties, subtitle } = await import('../../nodes/CustomerData/properties/node');
const { triggerProperties } = await import('../../nodes/CustomerData/properties/trigger');
const { readRequest } = await import('../../nodes/CustomerData/request');

const choice = expect.objectContaining({ name: 'Supplier', value: 'supplier' });

function shown({ displayOptions }: INodeProperties): unknown[] | undefined {
	const values = displayOptions?.show?.resource;
	return Array.isArray(values) ? values : undefined;
}

function named(list: INodeProperties[], name: string): INodeProperties[] {
	return list.filter((property) => property.name === name);
}

describe('a row that is added to the table of resources', () => {
	it('is a resource of the node, with Get Many and an action for the node panel', () => {
		expect(named(properties, 'resource')[0]?.options).toContainEqual(choice);
		const operation = properties.find((property) => shown(property)?.includes('supplier'));
		expect(operation?.options).toMatchObject([{ value: 'getAll', action: 'Get many suppliers' }]);
		expect(subtitle).toContain('"supplier":"Supplier"');
	});

	it('is a resource of the trigger, which needs not be told how its records are identified', () => {
		expect(named(triggerProperties, 'resource')[0]?.options).toContainEqual(choice);
		for (const keyField of named(triggerProperties, 'keyField')) {
			expect(shown(keyField)).not.toContain('supplier');
		}
	});

	it('is read by the name of its operation, without the user entering one', () => {
		const request = readRequest({
			resource: 'supplier',
			operation: 'getAll',
			operationName: '',
			returnAll: true,
			limit: undefined,
			options: {},
		});
		expect(request).toMatchObject({ operationName: 'GetSuppliers', returnAll: true });
		for (const operationName of named([...properties, ...triggerProperties], 'operationName')) {
			expect(shown(operationName)).toEqual(['other']);
		}
	});

	it('is the whole change: no other code names an operation of the table', () => {
		const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' });
		const others = files.filter((file) => file.endsWith('.ts') && file !== 'resources.ts');
		expect(others.length).toBeGreaterThan(10);
		const operations = RESOURCES.flatMap(({ operationName }) => operationName ?? []);
		for (const file of others) {
			const code = readFileSync(join(NODES, file), 'utf8');
			for (const operation of operations) expect(code, file).not.toContain(`'${operation}'`);
		}
	});
});
