import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';
import { CustomerData } from '../../nodes/CustomerData/CustomerData.node';
import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node';

const node = new CustomerData().description.properties;
const trigger = new CustomerDataTrigger().description.properties;
const credential = new CustomerDataApi().properties;

function namesOf(properties: INodeProperties[]): string {
	return [...new Set(properties.map(({ name }) => name))].join(' ');
}

/** What can be chosen or added in a parameter. */
function choicesOf(properties: INodeProperties[], parameter: string): string {
	const options = properties.find(({ name }) => name === parameter)?.options ?? [];
	return options.map((option) => ('value' in option ? option.value : option.name)).join(' ');
}

it.each([
	['the credential', namesOf(credential), 'baseUrl apiKey companyId'],
	['the node', namesOf(node), 'resource operation operationName returnAll limit options'],
	['the trigger', namesOf(trigger), 'resource operationName keyField events options'],
	['resources', choicesOf(node, 'resource'), 'customer customerGroup other'],
	['operations', choicesOf(node, 'operation'), 'getAll'],
	['events', choicesOf(trigger, 'events'), 'createdOrUpdated created removed updated'],
	[
		"the node's options",
		choicesOf(node, 'options'),
		'fields requestInterval maxRecords maxRetries offset parallelRequests search timeout',
	],
	[
		"the trigger's options",
		choicesOf(trigger, 'options'),
		'emitExisting fields ignoreFields requestInterval maxEvents maxRemovals maxRetries parallelRequests unidentified timeout',
	],
])('the names of %s, which are saved with workflows, never change', (_, names, saved) => {
	expect(names).toBe(saved);
});
