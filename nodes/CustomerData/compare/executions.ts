import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../api/connection';
import { shortHash } from '../api/hash';
import { userError } from '../errors/userError';
import { decode, encode, rememberedIn, type Memory, type Remembered } from './asked';
import type { Comparison } from './comparison';

/** What was asked for last, by node and list: n8n stores it only when its execution ends, and others may begin before. */
const latest = new Map<string, Remembered>();

/** What n8n keeps of comparisons with a list: during an execution, and from one production execution to the next. */
export class Executions {
	/** Whether nobody looks, and later nodes save what is output: of an execution by hand, n8n stores nothing. */
	readonly isUnattended: boolean;
	private readonly list: string;
	private readonly place: string;

	constructor(
		private readonly context: IExecuteFunctions,
		{ baseUrl, companyId }: Connection,
		{ request: { listName }, field }: Comparison,
	) {
		this.list = shortHash(JSON.stringify([baseUrl, companyId, listName, field]));
		this.place = [context.getWorkflow().id, context.getNode().id, this.list].join(' ');
		this.isUnattended = context.getMode() !== 'manual';
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

	/** What was asked for so far, also by executions that have not ended. */
	get memory(): Memory {
		return decode(this.remembered?.asked ?? '');
	}

	/** Once the changes are output. Nothing may be waited for since the memory was looked at. */
	remember(memory: Memory): void {
		const { context, list, place, remembered } = this;
		const asked = encode(memory);
		// What is unchanged, n8n need not save.
		if (!this.isUnattended || asked === (remembered?.asked ?? '')) return;
		const next = { version: (remembered?.version ?? 0) + 1, list, asked };
		latest.set(place, next);
		Object.assign(context.getWorkflowStaticData('node'), next);
	}

	private get remembered(): Remembered | undefined {
		if (!this.isUnattended) return undefined;
		const stored = rememberedIn(this.context.getWorkflowStaticData('node'), this.list);
		const shared = latest.get(this.place);
		return (shared?.version ?? 0) > (stored?.version ?? 0) ? shared : stored;
	}
}
