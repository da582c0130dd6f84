import type { Credential } from '../n8n/rest.mts';
import { OFTEN } from './polling.mts';
import type { Node } from './workflow.mts';

type Parameters = Record<string, unknown>;

export const MANUAL_TRIGGER: Node = { name: 'Run by hand', type: 'n8n-nodes-base.manualTrigger' };

export const NODE_NAME = 'Customer Data';
export const NODE_TYPE = 'n8n-nodes-customer-data.customerData';
export const TRIGGER_NAME = 'Customer Data Trigger';

/** Our node, under n8n's default name for it. */
export function customerData(credential: Credential, parameters?: Parameters): Node {
	const defaults = { resource: 'customer', operation: 'getAll' };
	return {
		name: NODE_NAME,
		type: NODE_TYPE,
		credential,
		parameters: { ...defaults, ...parameters },
	};
}

/** Chooses the field that identifies a record. */
export const BY_CODE = { keyField: { __rl: true, mode: 'name', value: 'Code' } };

/** Our trigger, under n8n's default name for it, often asking for all events about customers. */
export function customerDataTrigger(credential: Credential, parameters?: Parameters): Node {
	const events = ['created', 'updated', 'removed'];
	return {
		name: TRIGGER_NAME,
		type: `${NODE_TYPE}Trigger`,
		credential,
		parameters: { resource: 'customer', ...BY_CODE, events, pollTimes: OFTEN, ...parameters },
	};
}
