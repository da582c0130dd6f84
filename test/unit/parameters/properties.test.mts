import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { MAX_PAGE_SIZE } from '../../../nodes/CustomerData/transport/envelope';
import { CustomerData } from '../../../nodes/CustomerData/CustomerData.node';
import { CustomerDataTrigger } from '../../../nodes/CustomerData/CustomerDataTrigger.node';
import { RESOURCES } from '../../../nodes/CustomerData/resources';

const { properties } = new CustomerData().description;
const { properties: triggerProperties } = new CustomerDataTrigger().description;

type Option = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const isProperty = (option: Option): option is INodeProperties => 'type' in option;
const titleOf = (option: Option) => ('displayName' in option ? option.displayName : option.name);
const choices = (property: INodeProperties) => (property.options ?? []).filter((o) => 'value' in o);

const withOptions = (parameters: INodeProperties[]) =>
	parameters.flatMap((property) => [property, ...(property.options ?? []).filter(isProperty)]);
const all = withOptions(properties);

function named(name: string): INodeProperties {
	const property = all.find((candidate) => candidate.name === name);
	if (!property) throw new Error(`No parameter ${name}`);
	return property;
}

describe('the parameters of the node', () => {
	it('have the names that saved workflows depend on', () => {
		expect([...new Set(properties.map(({ name }) => name))]).toEqual([
			'resource',
			'operation',
			'operationName',
			'returnAll',
			'limit',
			'options',
		]);
		expect(choices(named('resource')).map(({ value }) => value)).toEqual([
			'customer',
			'customerGroup',
			'other',
		]);
	});

	it('offer every row of the table as a resource with Get Many', () => {
		for (const { value, records } of RESOURCES) {
			const operations = properties.filter(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions?.show?.resource?.includes(value),
			);
			expect(operations).toHaveLength(1);
			expect(operations[0]?.options).toMatchObject([
				{ name: 'Get Many', value: 'getAll', action: `Get many ${records}` },
			]);
		}
	});

	it('name actions in sentence case and without articles', () => {
		const actions = properties.flatMap(choices).flatMap(({ action }) => action ?? []);
		expect(actions).toHaveLength(RESOURCES.length);
		for (const action of actions) {
			expect(action).toMatch(/^[A-Z][a-z ]+$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
		}
	});

	it('let the limit be what one page can hold', () => {
		expect(named('limit')).toMatchObject({
			default: MAX_PAGE_SIZE,
			typeOptions: { minValue: 1, maxValue: MAX_PAGE_SIZE },
			displayOptions: { show: { returnAll: [false] } },
		});
	});

	it('offer Parallel Requests only where more than a page is read', () => {
		expect(named('parallelRequests').displayOptions).toEqual({ show: { '/returnAll': [true] } });
	});

	it('ask for an operation name only where the table has none', () => {
		expect(named('operationName').displayOptions?.show?.resource).toEqual(['other']);
	});
});

describe('the parameters of the trigger', () => {
	it('have the names that saved workflows depend on', () => {
		expect(triggerProperties.map(({ name }) => name)).toEqual([
			'resource',
			'operationName',
			'keyField',
			'events',
			'options',
		]);
	});

	it('share what they can with those of the node', () => {
		for (const name of ['resource', 'operationName']) {
			const own = triggerProperties.find((property) => property.name === name);
			expect(own).toBe(named(name));
		}
	});

	it('ask for the field that names a record only where the table has none', () => {
		const keyField = triggerProperties.find(({ name }) => name === 'keyField');
		expect(keyField?.displayOptions?.show?.resource).toEqual(['customer', 'other']);
	});
});

describe.each([
	['node', properties],
	['trigger', triggerProperties],
])('every parameter of the %s', (_, parameters) => {
	const fields = withOptions(parameters);

	it('has its choices and options sorted by name', () => {
		const lists = fields.filter(({ options = [] }) => options.length > 0);
		expect(lists.length).toBeGreaterThan(1);
		for (const { options = [] } of lists) {
			const titles = options.map(titleOf);
			expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b)));
		}
	});

	it('that is a switch starts its description with "Whether"', () => {
		const switches = fields.filter(({ type }) => type === 'boolean');
		expect(switches.length).toBeGreaterThan(0);
		for (const { description } of switches) expect(description).toMatch(/^Whether /);
	});

	it('that a user fills in is explained, and so is every choice', () => {
		const explained = fields.filter(({ type }) => type !== 'options' && type !== 'collection');
		expect(explained.length).toBeGreaterThan(4);
		for (const text of [...explained, ...parameters.flatMap(choices)]) {
			expect(text.description).toMatch(/^[A-Z].* .*[^ ]$/);
		}
	});
});
