import type { Credential } from '../n8n/rest.mts';
import type { Node } from './workflow.mts';

export const MANUAL_TRIGGER: Node = {
	name: 'Run by hand',
	type: 'n8n-nodes-base.manualTrigger',
};

export const NODE_NAME = 'Customer Data';
export const NODE_TYPE = 'n8n-nodes-customer-data.customerData';
export const TRIGGER_NAME = 'Customer Data Trigger';

/** Our node, under n8n's default name for it. */
export function customerData(
	credential: Credential,
	parameters: Record<string, unknown> = {},
): Node {
	return {
		name: NODE_NAME,
		type: NODE_TYPE,
		parameters: { resource: 'customer', operation: 'getAll', ...parameters },
		credential,
	};
}

/** Our trigger, under n8n's default name for it, identifying customers by their code. */
export function customerDataTrigger(
	credential: Credential,
	parameters: Record<string, unknown>,
): Node {
	return {
		name: TRIGGER_NAME,
		type: 'n8n-nodes-customer-data.customerDataTrigger',
		parameters: {
			resource: 'customer',
			keyField: { __rl: true, mode: 'name', value: 'Code' },
			...parameters,
		},
		credential,
	};
}
