import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { customerDataApiTest } from './methods/credentialTest';
import { getFields } from './methods/fields';
import { toNodeError } from './nodeErrors';
import { operationProperties, operationRunner } from './operations';
import { LIST_NAME, resource } from './parameters/resource';

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
		subtitle: `={{ "Get Many: " + ${LIST_NAME} }}`,
		description:
			'Reads customers, customer groups and other lists of a company, or starts the workflow when they change',
		defaults: { name: 'Customer Data' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Reads the customers, customer groups or another list of a company from its business-administration application. To find one customer by name, city or code, use the option 'search'; for a whole list, set 'returnAll'. To react to changes, use the Customer Data Trigger node instead.",
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerDataApi', required: true, testedBy: 'customerDataApiTest' }],
		properties: [resource, ...operationProperties],
	};

	methods = { credentialTest: { customerDataApiTest }, loadOptions: { getFields } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const runner = operationRunner(this);
		const output: INodeExecutionData[] = [];
		for (const item of this.getInputData().keys()) {
			// One object for all records of the item, as in n8n's own helpers: it adds up in long lists.
			const pairedItem = { item };
			try {
				for (const json of await runner.run(item)) output.push({ json, pairedItem });
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
		this.addExecutionHints(...runner.hints());
		return [output];
	}
}
