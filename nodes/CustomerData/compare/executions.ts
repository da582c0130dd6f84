import type { IExecuteFunctions } from 'n8n-workflow';
import { listId, type Connection } from '../api/connection';
import { HASH_LENGTH } from '../api/hash';
import { isObject } from '../api/json';
import { userError } from '../errors/userError';
import type { Asked } from './asked';
import type { CompareRequest } from './request';

/** What n8n stores of what was asked for, by list: the higher version is the newer one. */
interface Remembered {
	version: number;
	/** A line for each change. */
	asked: string;
}

/** What was asked for last, by node and list: n8n stores it only when its execution ends, and others may begin before. */
const latest = new Map<string, Remembered>();

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

	/** Each run would take the rows of another one for missing. A retry is the same run. */
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
	get asked(): Asked {
		return decodeAsked(this.remembered?.asked ?? '');
	}

	/** Once the changes are output. Nothing may be waited for since the memory was looked at. */
	remember(all: Asked): void {
		if (!this.isUnattended) return;
		const { list, memoryId, remembered, stored } = this;
		const asked = encodeAsked(all);
		// What is unchanged, n8n need not save. It can have stored what is older than what this process knows.
		if (asked === (stored?.asked ?? '')) return;
		const next = { version: (remembered?.version ?? 0) + 1, asked };
		latest.set(memoryId, next);
		this.context.getWorkflowStaticData('node')[list] = next;
	}

	private get remembered(): Remembered | undefined {
		if (!this.isUnattended) return undefined;
		const { stored } = this;
		const shared = latest.get(this.memoryId);
		return (shared?.version ?? 0) > (stored?.version ?? 0) ? shared : stored;
	}

	private get stored(): Remembered | undefined {
		return rememberedIn(this.context.getWorkflowStaticData('node'), this.list);
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
