import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { customerDataApiTest } from './methods/credentialTest';
import { getFields, getPaths, searchFields, searchUniqueFields } from './methods/fieldChoices';
import { execute } from './operations/execute';
import { operationOutputs, operationProperties, operationTypeDefs } from './operations/operations';
import { resourceProperty } from './parameters/list';

/**
 * Programmatic rather than declarative: n8n's declarative paging cannot refuse an incomplete page,
 * retry one page, look back when the list has changed, or request pages ahead.
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
		subtitle:
			'={{ $parameter["operation"] + ": " + ($parameter["operationName"] || $parameter["resource"]) }}',
		description:
			'Reads customers, customer groups and other lists of a company, and compares them with another system',
		defaults: { name: 'Customer Data' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Reads the customers (debtors), customer groups or another list of a company from its business application, such as an ERP or accounting system. To find customers by words such as a name or a city, use the operation 'search'; by an exact value such as a code, for any number of input items, 'get'; for a whole list, 'getAll' with 'returnAll'. To keep another system in step, 'compare' its rows, as input items, with the list; 'report' lists the differences for people.",
			extraTypeDefContent: operationTypeDefs,
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-customer-data.customerDataTrigger',
					relationHint: 'Starts a workflow when records of the same lists change',
				},
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint:
						'Keeps a copy of the records: upsert by Code, or compare its rows with the list',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: operationOutputs,
		credentials: [{ name: 'customerDataApi', required: true, testedBy: 'customerDataApiTest' }],
		properties: [resourceProperty, ...operationProperties],
	};

	methods = {
		credentialTest: { customerDataApiTest },
		loadOptions: { getFields, getPaths },
		listSearch: { searchFields, searchUniqueFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this);
	}
}
