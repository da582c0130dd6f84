import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

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
		const [resource] = properties;
		expect(resource && choices(resource).map(({ value }) => value)).toEqual([
			'customer',
			'customerGroup',
			'other',
		]);
	});

	it('name actions in sentence case and without articles', () => {
		const actions = properties.flatMap(choices).flatMap(({ action }) => action ?? []);
		expect(actions).toHaveLength(RESOURCES.length);
		for (const action of actions) {
			expect(action).toMatch(/^[A-Z][a-z ]+$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
		}
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
});

describe.each([
	['node', properties],
	['trigger', triggerProperties],
])('every parameter of the %s', (_, parameters) => {
	const fields = withOptions(parameters);

	it('has its choices and options sorted by name, but the events by use', () => {
		const lists = fields.filter(
			({ name, options = [] }) => options.length > 0 && name !== 'events',
		);
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
});
