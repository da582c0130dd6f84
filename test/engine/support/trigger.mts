import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INodeType,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { onTestFinished, vi } from 'vitest';
import {
	nodeInWorkflow,
	TRIGGER,
	type NodeSetting,
} from '../../../harness/engine/nodeInWorkflow.mts';
import { nodeTypes } from '../../../harness/engine/packageTypes.mts';
import { SIGNS } from '../../support/stories.mts';

export interface TriggerSetting extends NodeSetting {
	mode?: WorkflowExecuteMode;
	/** Static data as n8n stored it. */
	stored?: IDataObject;
	/** Why n8n made the context: to activate the workflow, or for one poll of its durable scheduler. */
	activation?: WorkflowActivateMode;
	/** A durable poll cursor as n8n stored it; none by default. */
	cursor?: IDataObject | undefined;
}

/** An active workflow with the trigger, polled through n8n's own poll context. */
export class ActiveTrigger {
	/** The durable poll cursor, as the poll leaves it. */
	readonly cursor: IDataObject | undefined;
	private readonly workflow: Workflow;
	private readonly context: PollContext;
	private readonly nodeType: INodeType;

	constructor({ mode = 'trigger', activation = 'activate', ...setting }: TriggerSetting) {
		const { stored, parameters, cursor, ...more } = setting;
		const watched = { resource: 'customer', keyField: locator('Code'), ...parameters };
		const { node, workflow, additionalData } = nodeInWorkflow(
			{ ...more, type: TRIGGER, parameters: watched },
			{ active: true, staticData: structuredClone(stored) },
		);
		this.workflow = workflow;
		this.nodeType = nodeTypes.getByNameAndVersion(TRIGGER);
		this.cursor = cursor && structuredClone(cursor);
		const data = this.cursor && (() => this.cursor ?? {});
		const rest = [undefined, undefined, undefined, undefined, data] as const;
		this.context = new PollContext(workflow, node, additionalData, mode, activation, ...rest);
	}

	/** Milliseconds that n8n gives a poll; `undefined` for an n8n before 2.41, which sets no limit. */
	set budget(milliseconds: number | undefined) {
		const getPollBudgetMs = () => milliseconds;
		if (milliseconds !== undefined) Object.assign(this.context, { getPollBudgetMs });
		else Reflect.deleteProperty(this.context, 'getPollBudgetMs');
	}

	/** Polls once, and returns its output or `null`. */
	async poll(): Promise<IDataObject[] | null> {
		const output = await this.nodeType.poll?.call(this.context);
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

export function locator(value: string) {
	return { __rl: true, mode: 'name', value };
}

/** The events and keys of items, e.g. `+a ~b -c`. */
export function eventsOf(items: IDataObject[] | null): string | null {
	return items && items.map(({ event, key }) => `${SIGNS[String(event)]}${String(key)}`).join(' ');
}

/** What is written to n8n's log during a test, by whatever node. */
export function logged(level: 'debug' | 'info') {
	const { logger } = new ActiveTrigger({ credential: {} });
	const spy = vi.spyOn(logger, level);
	onTestFinished(() => spy.mockRestore());
	return spy;
}
