import { PollContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IPollFunctions,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalData } from './additionalData.mts';
import { credentialType, nodeTypes } from './builtPackage.mts';
import { OneCredential } from './credentials.mts';

export interface TriggerSetting {
	credential: ICredentialDataDecryptedObject;
	parameters?: INodeParameters;
	mode?: WorkflowExecuteMode;
	/** Static data as n8n stored it. */
	stored?: IDataObject;
}

export const TYPE = 'n8n-nodes-customer-data.customerDataTrigger';

/** An active workflow with the built trigger, polled through n8n's own poll context. */
export class ActiveTrigger {
	/** Milliseconds that n8n gives a poll; five minutes is its default. */
	budget = 300_000;

	private readonly workflow: Workflow;
	private readonly context: PollContext;

	constructor({ credential, parameters, mode = 'trigger', stored }: TriggerSetting) {
		const node: INode = {
			id: 'trigger',
			name: 'Customer Data Trigger',
			type: TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters: { resource: 'customer', keyField: locator('Code'), ...parameters },
			credentials: { [credentialType.name]: { id: '1', name: 'Test' } },
		};
		this.workflow = new Workflow({
			id: 'workflow',
			active: true,
			nodes: [node],
			connections: {},
			nodeTypes,
			...(stored && { staticData: structuredClone(stored) }),
		});
		this.context = new PollContext(
			this.workflow,
			node,
			additionalData(new OneCredential(credentialType, credential)),
			mode,
			'activate',
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
			() => this.budget,
		);
	}

	/** One poll: what it puts out, or `null`. */
	async poll(): Promise<IDataObject[] | null> {
		const output = await this.pollFunction().call(this.context);
		return output?.[0]?.map(({ json }) => json) ?? null;
	}

	/** What n8n would store now. */
	get stored(): IDataObject {
		return JSON.parse(JSON.stringify(this.workflow.staticData));
	}

	private pollFunction(): (
		this: IPollFunctions,
	) => Promise<Array<Array<{ json: IDataObject }>> | null> {
		const { poll } = nodeTypes.getByNameAndVersion(TYPE);
		if (!poll) throw new Error('The trigger does not poll');
		return poll;
	}
}

export function locator(value: string) {
	return { __rl: true, mode: 'list', value };
}

/** Event and key of each item, for short. */
export function told(items: IDataObject[] | null): string[] | null {
	return items?.map(({ event, key }) => `${String(event)} ${String(key)}`) ?? null;
}
