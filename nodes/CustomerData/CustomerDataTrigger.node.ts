import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { toNodeError } from './api/errors';
import { PageNotRead } from './core/failure';
import { isPassing } from './core/retry';
import { getFields, searchFields } from './fieldOptions';
import { type Memory, pollBudget, pollList, sampleEvents } from './trigger/poll';
import { triggerProperties, triggerSubtitle } from './properties/trigger';

/** The contexts that have polled before: the first poll of one is that of the activation. */
const polledBefore = new WeakSet<IPollFunctions>();

/** Milliseconds that n8n gives the poll of an activation (n8n-core 2.41, PollContext). */
const ACTIVATION_BUDGET = 300_000;

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
		subtitle: triggerSubtitle,
		description:
			'Starts the workflow when records of a company are new, changed or gone: customers, customer groups and other lists',
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
		polledBefore.add(this);
		try {
			if (this.getMode() === 'manual') return await sampleEvents(this);
			return await pollList(this, memory);
		} catch (error) {
			const passing = error instanceof PageNotRead && isPassing(error.failure);
			const nodeError = toNodeError(error, this);
			if (memory !== 'stored' || !passing) throw nodeError;
			// What passes by itself is no reason to refuse the activation; the next poll tries again.
			this.logger.warn(`${nodeError.message}. The next poll tries again.`);
			return null;
		}
	}
}

/**
 * n8n's durable scheduler, an option of 2.41, makes a new context for each poll, and gives it less
 * time than an activation has (n8n 2.41, poll-trigger-task-handler).
 */
function memoryOf(context: IPollFunctions): Memory {
	if ((pollBudget(context) ?? ACTIVATION_BUDGET) < ACTIVATION_BUDGET) return 'none';
	return polledBefore.has(context) ? 'process' : 'stored';
}
