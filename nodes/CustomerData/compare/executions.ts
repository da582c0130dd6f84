import type { IExecuteFunctions } from 'n8n-workflow';
import { listId, type Connection } from '../api/connection';
import { HASH_LENGTH } from '../api/hash';
import { isObject } from '../api/json';
import { userError } from '../errors/userError';
import { endsBefore, workflowDataOf } from '../parameters/workflowData';
import type { Asked } from './asked';
import { withFate, type Fate } from './fates';
import type { KnownAsks } from './plan';
import type { CompareRequest } from './request';

/** What n8n stores of what was asked for, by list: the higher version is the newer one. */
interface Remembered {
	version: number;
	/** A line for each change. */
	asked: string;
}

/** What was asked for last, by node and list: n8n stores it only when its execution ends, and others may begin before. */
const latest = new Map<string, Remembered>();

/** The keys that the last execution by hand output as created to nodes that save, by node and list. */
const createdByHand = new Map<string, string[]>();

/** What n8n keeps of comparisons with a list: during an execution, and from one production execution to the next. */
export class Executions {
	/** Of an execution by hand, n8n stores nothing. */
	private readonly isUnattended: boolean;
	private readonly list: string;
	private readonly memoryId: string;

	constructor(
		private readonly context: IExecuteFunctions,
		connection: Connection,
		{ request: { listName }, field, isUnattended }: CompareRequest,
	) {
		this.list = listId(connection, listName, field);
		this.memoryId = [context.getWorkflow().id, context.getNode().id, this.list].join(' ');
		this.isUnattended = isUnattended;
	}

	/**
	 * Each run would take the rows of another one for missing. A retry of the node is the same run, but a retry of the
	 * execution compares the rows of then with the list of now.
	 */
	checkIsFirst(): void {
		const { context, list } = this;
		if (context.getMode() === 'retry') {
			throw retried();
		}
		const runs = context.getContext('node');
		const { $runIndex: run } = context.getWorkflowDataProxy(0);
		const first = (runs[list] ??= run);
		if (first === run) return;
		throw userError(
			'This node has compared the same list before in this execution',
			'It must see all contacts at once: do not put it into a loop, and connect one node alone to its input, e.g. a Merge node.',
		);
	}

	/** What was asked for so far, also by executions that have not ended. */
	get known(): KnownAsks {
		return {
			asked: decodeAsked(this.remembered?.asked ?? ''),
			createdByHand: this.isByHand ? (createdByHand.get(this.memoryId) ?? []) : [],
		};
	}

	/** Once the changes are output. Nothing may be waited for since the memory was looked at. */
	remember(all: Asked, fates: Fate[]): void {
		const created = withFate('created', fates).map(({ key }) => key);
		if (this.isByHand && created.length > 0) createdByHand.set(this.memoryId, created);
		if (!this.isUnattended) return;
		const { list, memoryId, remembered, stored } = this;
		const asked = encodeAsked(all);
		// What is unchanged, n8n need not save. It can have stored what is older than what this process knows.
		if (asked === (stored?.asked ?? '')) return;
		const next = { version: (remembered?.version ?? 0) + 1, asked };
		latest.set(memoryId, next);
		// n8n finds static data by the node's name, and this finds them by its ID.
		const node = this.context.getNode().id;
		this.context.getWorkflowStaticData('node')[list] = { ...next, node };
	}

	/** Once a person was told that most would be created again. */
	forgetByHand(): void {
		createdByHand.delete(this.memoryId);
	}

	/** Whether a person executes the workflow, and not only up to this node to look at its output. */
	private get isByHand(): boolean {
		const { context, isUnattended } = this;
		return !isUnattended && !endsBefore(context, context.getNode().name);
	}

	private get remembered(): Remembered | undefined {
		if (!this.isUnattended) return undefined;
		const { stored } = this;
		const shared = latest.get(this.memoryId);
		return (shared?.version ?? 0) > (stored?.version ?? 0) ? shared : stored;
	}

	/** After a new name, it is there under the node's old one. */
	private get stored(): Remembered | undefined {
		const { context, list } = this;
		const own: Record<string, unknown> = context.getWorkflowStaticData('node');
		if (list in own) return rememberedIn(own, list);
		const { id } = context.getNode();
		const isOfNode = (data: Record<string, unknown>) =>
			isObject(data[list]) && data[list].node === id;
		const earlier = Object.values(workflowDataOf(context)).filter(isObject).find(isOfNode);
		return earlier && rememberedIn(earlier, list);
	}
}

/** @returns `undefined` where nothing is stored of the list, or what this code has not written */
export function rememberedIn(data: Record<string, unknown>, list: string): Remembered | undefined {
	const own = data[list];
	if (!isObject(own)) return undefined;
	const { version, asked } = own;
	return typeof version === 'number' && typeof asked === 'string' ? { version, asked } : undefined;
}

export function encodeAsked(all: Asked): string {
	return [...all].map(([place, content]) => place + content).join('\n');
}

/** Where the hash of a content begins in a line. */
const END = HASH_LENGTH + 1;

export function decodeAsked(asked: string): Asked {
	const lines = asked === '' ? [] : asked.split('\n');
	return new Map(lines.map((line) => [line.slice(0, END), line.slice(END)]));
}

export function retried() {
	return userError(
		'A retry would compare contacts that were read before',
		'Execute this workflow instead, so that the node before this one reads them again.',
	);
}
