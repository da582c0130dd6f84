import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { toNodeError } from './api/errors';
import { getFields } from './fieldOptions';
import { addHints } from './action/hints';
import { ItemReader } from './action/itemReader';
import { properties, subtitle } from './properties/node';

/**
 * Programmatic rather than declarative: n8n's declarative paging cannot refuse a page that is
 * not whole, follow a chain with a gap, or keep a redirect from taking the API key along.
 */
export class CustomerData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Data',
		name: 'customerData',
		icon: {
			light: 'file:../../icons/customerData.svg',
			dark: 'file:../../icons/customerData.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Read customers, customer groups and other lists of a company',
		defaults: { name: 'Customer Data' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerDataApi', required: true }],
		properties,
	};

	methods = { loadOptions: { getFields } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const reader = new ItemReader(this);
		const output: INodeExecutionData[] = [];
		for (const item of this.getInputData().keys()) {
			// One for all records of the item, as n8n's own helpers do: it adds up in long lists.
			const pairedItem = { item };
			try {
				for (const json of await reader.read(item)) output.push({ json, pairedItem });
			} catch (error) {
				const nodeError = toNodeError(error, this, item);
				const cancelled = this.getExecutionCancelSignal()?.aborted;
				if (cancelled || !this.continueOnFail()) throw nodeError;
				// n8n sends an item to the error output only if it holds nothing but these fields.
				const { message, description } = nodeError;
				const details = description ?? undefined;
				output.push({ json: { error: message, details }, pairedItem });
			}
		}
		addHints(this, reader.results);
		return [output];
	}
}
