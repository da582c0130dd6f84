import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { customerDataApiTest } from './methods/credentialTest';
import { getFields, searchFields, searchUniqueFields } from './methods/fieldChoices';
import { asError, toNodeError, withAdvice } from './nodeErrors';
import { OPERATION_NAME, operationProperties, readQuestion } from './operations';
import { ItemParameters } from './parameters/itemParameters';
import { LIST_NAME, resource } from './parameters/list';
import { type Answer, Reads } from './read/reads';

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
		subtitle: `={{ ${OPERATION_NAME} + ": " + ${LIST_NAME} }}`,
		description:
			'Reads customers, customer groups and other lists of a company, and compares them with another system',
		defaults: { name: 'Customer Data' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Reads the customers, customer groups or another list of a company from its business application. To find customers by words such as a name or a city, use the operation 'search'; by an exact value such as a code, for any number of input items, 'get'; for a whole list, 'getAll' with 'returnAll'. To keep another system in step, 'compare' its rows, as input items, with the list.",
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
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerDataApi', required: true, testedBy: 'customerDataApiTest' }],
		properties: [resource, ...operationProperties],
	};

	methods = {
		credentialTest: { customerDataApiTest },
		loadOptions: { getFields },
		listSearch: { searchFields, searchUniqueFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const reads = new Reads(this);
		const parameters = new ItemParameters(this);
		const answers: Array<() => Promise<Answer>> = [];
		for (const [item, { json: input }] of this.getInputData().entries()) {
			try {
				const { operation, question } = readQuestion(parameters.of(item, input));
				answers.push(await reads.ask(operation, { ...question, item, input }));
			} catch (error) {
				// Reported when the item is answered.
				reads.isRefused = true;
				answers.push(() => Promise.reject(asError(error)));
			}
		}
		// The model of an agent sees items, or the message of an error, and nothing else (n8n 2.41).
		const isTool = this.getNode().type.endsWith('Tool');
		const output: INodeExecutionData[] = [];
		const ofNoItem: INodeExecutionData[] = [];
		for (const [item, answer] of answers.entries()) {
			// One object for all records of the item, as in n8n's own helpers: it adds up in long lists.
			const pairedItem = { item };
			try {
				const { records, unpaired = [], errors = [] } = await answer();
				for (const json of records) output.push({ json, pairedItem });
				for (const json of unpaired) ofNoItem.push({ json, pairedItem: [] });
				for (const { error, item: of } of errors) {
					output.push(errorItem(toNodeError(error, this, of), of));
				}
			} catch (error) {
				const nodeError = toNodeError(error, this, item);
				const cancelled = this.getExecutionCancelSignal()?.aborted;
				if (cancelled || !this.continueOnFail()) throw isTool ? withAdvice(nodeError) : nodeError;
				output.push(errorItem(nodeError, item));
			}
		}
		const hints = reads.hints(isTool);
		this.addExecutionHints(...hints);
		const told = isTool ? hints.map(({ message }) => ({ json: { message }, pairedItem: 0 })) : [];
		// Last, so that the next node shows the fields of an input item.
		return [[...output, ...ofNoItem, ...told]];
	}
}

/** n8n before 2 sends an item to the error output only if it holds nothing but these two fields. */
function errorItem(nodeError: ReturnType<typeof toNodeError>, item?: number): INodeExecutionData {
	const error = nodeError.message;
	const json = { error, message: withAdvice(nodeError).message };
	return { json, pairedItem: item === undefined ? [] : { item } };
}
