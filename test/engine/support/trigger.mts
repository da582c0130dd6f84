import { PollContext } from 'n8n-core';
import type { IDataObject, INodeType, Workflow, WorkflowExecuteMode } from 'n8n-workflow';

import { nodeInWorkflow, type NodeSetting, TRIGGER } from './nodeInWorkflow.mts';
import { sources } from './packageTypes.mts';

export interface TriggerSetting extends NodeSetting {
	mode?: WorkflowExecuteMode;
	/** Static data as n8n stored it. */
	stored?: IDataObject;
	/** Why n8n made the context: to activate the workflow, or for one poll of its durable scheduler. */
	activation?: 'activate' | 'update';
}

/** An active workflow with the trigger, polled through n8n's own poll context. */
export class ActiveTrigger {
	/** Milliseconds that n8n gives a poll; five minutes is its default. */
	budget = 300_000;
	/** Whether n8n is older than 2.41, and gives polls no such limit. */
	older = false;

	private readonly workflow: Workflow;
	private readonly context: PollContext;
	private readonly nodeType: INodeType;

	constructor({
		mode = 'trigger',
		stored,
		activation = 'activate',
		parameters,
		types = sources,
		...setting
	}: TriggerSetting) {
		const trigger = nodeInWorkflow(
			{
				...setting,
				type: TRIGGER,
				types,
				parameters: { resource: 'customer', keyField: locator('Code'), ...parameters },
			},
			{
				active: true,
				...(stored && { staticData: structuredClone(stored) }),
			},
		);
		this.workflow = trigger.workflow;
		this.nodeType = types.nodeTypes.getByNameAndVersion(TRIGGER);
		this.context = new PollContext(
			this.workflow,
			trigger.node,
			trigger.additionalData,
			mode,
			activation,
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
			() => this.budget,
		);
	}

	/** Polls once, and returns its output or `null`. */
	async poll(): Promise<IDataObject[] | null> {
		const { poll } = this.nodeType;
		if (!poll) throw new Error('The trigger does not poll');
		const output = await poll.call(this.older ? withoutBudget(this.context) : this.context);
		return output?.[0]?.map(({ json }) => json) ?? null;
	}

	/** Where the trigger writes n8n's log. */
	get logger() {
		return this.context.logger;
	}

	/** What n8n would store now. */
	get stored(): IDataObject {
		return JSON.parse(JSON.stringify(this.workflow.staticData));
	}
}

function withoutBudget(context: PollContext): PollContext {
	const has = (target: PollContext, name: string | symbol) =>
		name !== 'getPollBudgetMs' && Reflect.has(target, name);
	return new Proxy(context, { has });
}

export function locator(value: string) {
	return { __rl: true, mode: 'list', value };
}

/** The event and key of each item, as one text. */
export function eventsOf(items: IDataObject[] | null): string[] | null {
	return items?.map(({ event, key }) => `${String(event)} ${String(key)}`) ?? null;
}
