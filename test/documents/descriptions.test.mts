import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';
import { CustomerData } from '../../nodes/CustomerData/CustomerData.node';
import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node';

const credential = new CustomerDataApi();
const { description: node } = new CustomerData();
const { description: trigger } = new CustomerDataTrigger();

it.each([
	['customerData', node],
	['customerDataTrigger', trigger],
	['customerDataApi', { ...credential }],
])('gives n8n the description of %s that was last reviewed', async (name, description) => {
	const text = `${JSON.stringify(description, undefined, '\t')}\n`;
	await expect(text).toMatchFileSnapshot(`descriptions/${name}.json`);
});

/** Of parameters, their options, and what can be chosen in them. */
function namesIn(properties: INodeProperties[]): unknown[] {
	return properties.flatMap(({ name, options = [] }) => [
		name,
		...options.flatMap((option) => {
			if ('value' in option) return option.value;
			if ('values' in option) return [option.name, ...namesIn(option.values)];
			return namesIn([option]);
		}),
	]);
}

it.each([
	[credential.properties, 'baseUrl apiKey companyId isFixed'],
	[
		node.properties,
		'resource customer customerGroup other operation compare get getAll search operationName compareNotice keyField inputKey compareFields pairs field value options emptyAsNull fields requestInterval isRemoved maxCreated maxRemovals maxRetries parallelRequests timeout keyValue ifNotFound nothing error returnAll limit maxRecords offset uniqueField',
	],
	[
		trigger.properties,
		'resource customer customerGroup other operationName keyField events createdOrUpdated created removed updated options emptyAsNull emitExisting fields ignoreFields requestInterval maxEvents maxRemovals maxRetries parallelRequests unidentified leaveOut error timeout',
	],
])('keeps the names that are saved with workflows: %#', (properties, saved) => {
	expect([...new Set(namesIn(properties))].join(' ')).toBe(saved);
});
