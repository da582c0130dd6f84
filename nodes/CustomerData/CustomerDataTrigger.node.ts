import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { toNodeError } from './errors/nodeErrors';
import { customerDataApiTest } from './methods/credentialTest';
import { getFields, getPaths, searchUniqueFields } from './methods/fieldChoices';
import { pollOnSchedule } from './trigger/host';
import { forN8n } from './trigger/outcome';
import { triggerProperties } from './trigger/parameters';
import { sampleEvents } from './trigger/samples';

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
		subtitle:
			'={{ ($parameter["operationName"] || $parameter["resource"]) + ": " + $parameter["events"].join(", ") }}',
		// n8n's panel shows it for the node's actions, too.
		description:
			'Reads customers, customer groups and other lists of a company, compares them with another system, or starts the workflow when they change',
		defaults: { name: 'Customer Data Trigger' },
		activationMessage:
			"The first poll remembers existing records, or outputs them if 'Include Existing Records' is on. After that, each poll that finds a change selected in 'Trigger On' starts the workflow.",
		polling: true,
		builderHint: {
			searchHint:
				'Starts the workflow with the customers, customer groups or other records of a company that were created, updated or removed since the last poll. What it remembers of the list survives a rename of the node, republishing and a restart of n8n. An event can be output twice, with the same eventId, so write with an upsert.',
			extraTypeDefContent: [
				{
					content:
						'Each item is { event: "created" | "updated" | "removed", key, record, eventId }; record is null for a removed one, so find it by key. To watch only some records, do not add a Filter node: use onlyRecords.conditions (field or path, condition: is or isNot, value, empty for none). It stands beside options. A record that starts to meet them is created, and one that no longer meets them is removed. The trigger remembers what it output: do not filter out what was handled before. The next node creates or updates by key (an upsert). Events that a later node does not save are not output again, so set onError on that node, and name what failed.',
				},
			],
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-customer-data.customerData',
					relationHint:
						'Reads the same lists whole, finds records by words, or looks them up by code',
				},
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint:
						'Keeps a copy: upsert what was created or updated, delete what was removed, by key',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerDataApi', required: true, testedBy: 'customerDataApiTest' }],
		properties: triggerProperties,
	};

	methods = {
		credentialTest: { customerDataApiTest },
		loadOptions: { getFields, getPaths },
		listSearch: { searchUniqueFields },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			const poll = this.getMode() === 'manual' ? sampleEvents : pollOnSchedule;
			return forN8n(await poll(this));
		} catch (error) {
			throw toNodeError(error, this);
		}
	}
}
