import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { getFields, searchFields } from './methods/fields';
import { PageNotRead } from './paging/failure';
import { subtitleFor } from './parameters/resource';
import { triggerProperties } from './parameters/trigger';
import { toNodeError } from './transport/errors';
import { isTransient } from './transport/statuses';
import { memoryOf } from './watch/memory';
import { pollList, sampleEvents } from './watch/poll';

export class CustomerDataTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Data Trigger',
		name: 'customerDataTrigger',
		icon: {
			light: 'file:../../icons/customerData.svg',
			dark: 'file:../../icons/customerData.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: subtitleFor('Changes'),
		description:
			'Starts the workflow when customers, customer groups or other records of a company are created, updated or removed',
		defaults: { name: 'Customer Data Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerDataApi', required: true }],
		properties: triggerProperties,
	};

	methods = { loadOptions: { getFields }, listSearch: { searchFields } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const memory = memoryOf(this);
		try {
			if (this.getMode() === 'manual') return await sampleEvents(this);
			return await pollList(this, memory);
		} catch (error) {
			const transient = error instanceof PageNotRead && isTransient(error.failure);
			const nodeError = toNodeError(error, this);
			if (memory !== 'stored' || !transient) throw nodeError;
			// An outage is no reason to refuse the activation.
			this.logger.warn(`${nodeError.message}. The next poll tries again.`);
			return null;
		}
	}
}
