import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../../api/connection';
import { shortHash } from '../../api/hash';
import { userError } from '../../errors/userError';
import { load, store, type Memory } from './memory';
import type { Comparison } from './request';

/** What n8n keeps of comparisons with a list: during an execution, and from one production execution to the next. */
export class Executions {
	private readonly list: string;
	/** n8n does not save what nodes remember of an execution by hand, and then a person looks. */
	private readonly isRemembered: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		{ baseUrl, companyId }: Connection,
		{ request: { listName, options }, field }: Comparison,
		isTool: boolean,
	) {
		this.list = shortHash(JSON.stringify([baseUrl, companyId, listName, field]));
		this.isRemembered = context.getMode() !== 'manual' && !isTool && !options.reportOnly;
	}

	/**
	 * Each run would take the rows of another one for missing. A retry is the same run.
	 *
	 * @throws UserError for a second run in one execution
	 */
	checkIsFirst(): void {
		const { context, list } = this;
		const runs = context.getContext('node');
		const { $runIndex: run } = context.getWorkflowDataProxy(0);
		const first = (runs[list] ??= run);
		if (first === run) return;
		throw userError(
			'This node has compared the same list before in this execution',
			'It must see all rows at once: do not put it into a loop, and connect one node alone to its input, e.g. a Merge node.',
		);
	}

	get memory(): Memory {
		return this.isRemembered
			? load(this.context.getWorkflowStaticData('node'), this.list)
			: new Map();
	}

	/** Once the changes are output. */
	remember(memory: Memory): void {
		if (this.isRemembered) store(this.context.getWorkflowStaticData('node'), this.list, memory);
	}
}
