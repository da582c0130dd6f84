import type { Node } from '../../harness/workflow/workflow.mts';
import type { Credential } from '../../harness/n8n/rest.mts';
import { credentialOf } from '../../../demo/workflowParts.mts';

export const MANUAL_TRIGGER: Node = {
	name: 'Run by hand',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** An agent that still lacks a model and tools. */
export const AGENT: Node = {
	name: 'AI Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion: 3.1,
	parameters: { options: {} },
};

/** Our node, under the name that it gets by itself. */
export function customerData(
	credential: Credential,
	parameters: Record<string, unknown> = {},
): Node {
	return {
		name: 'Customer Data',
		type: 'n8n-nodes-customer-data.customerData',
		typeVersion: 1,
		parameters: { resource: 'customer', operation: 'getAll', ...parameters },
		credentials: credentialOf(credential),
	};
}

/** Our trigger for customers, under the name that it gets by itself. */
export function customerDataTrigger(
	credential: Credential,
	events: string[],
	parameters: Record<string, unknown> = {},
): Node {
	return {
		name: 'Customer Data Trigger',
		type: 'n8n-nodes-customer-data.customerDataTrigger',
		typeVersion: 1,
		parameters: {
			resource: 'customer',
			keyField: { __rl: true, mode: 'name', value: 'Code' },
			events,
			...parameters,
		},
		credentials: credentialOf(credential),
	};
}
