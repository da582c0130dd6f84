import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';
import { CustomerData } from '../../nodes/CustomerData/CustomerData.node';
import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node';

type Option = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const node = new CustomerData().description.properties;
const trigger = new CustomerDataTrigger().description.properties;
const credential = new CustomerDataApi().properties;

const isProperty = (option: Option): option is INodeProperties => 'type' in option;
const titleOf = (option: Option) => ('displayName' in option ? option.displayName : option.name);

function namesOf(properties: INodeProperties[]): string {
	return [...new Set(properties.map(({ name }) => name))].join(' ');
}

function choicesOf(properties: INodeProperties[], parameter: string): string {
	const options = properties.find(({ name }) => name === parameter)?.options ?? [];
	return options.map((option) => ('value' in option ? option.value : option.name)).join(' ');
}

// Those of options may come and go; n8n's description of the nodes, as last reviewed, has them.
it.each([
	['the credential', namesOf(credential), 'baseUrl apiKey companyId'],
	['the node', namesOf(node), 'resource operation operationName returnAll limit options'],
	['the trigger', namesOf(trigger), 'resource operationName keyField events options'],
	['resources', choicesOf(node, 'resource'), 'customer customerGroup other'],
	['operations', choicesOf(node, 'operation'), 'getAll'],
	['events', choicesOf(trigger, 'events'), 'createdOrUpdated created removed updated'],
])('%s: the names that are saved never change', (_, names, saved) => {
	expect(names).toBe(saved);
});

describe('what people read', () => {
	const nested = (properties: INodeProperties[]) =>
		properties.flatMap((property) => [property, ...(property.options ?? []).filter(isProperty)]);
	const all = [...nested(node), ...nested(trigger)];

	it('is sorted by name, but the events by use', () => {
		for (const { name, options = [] } of all) {
			const titles = options.map(titleOf);
			if (name !== 'events') expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b)));
		}
	});

	it('starts with "Whether" where it is a switch', () => {
		for (const { type, description } of all) {
			if (type === 'boolean') expect(description).toMatch(/^Whether /);
		}
	});
});
