import type { IExecuteFunctions, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import { type Client, clientFor } from '../api/client';
import type { DataRecord } from '../api/page';
import type { ListRequest } from '../parameters/list';
import type { GetParameter } from '../parameters/values';
import type { Resource } from '../resources';
import { hintsFor } from './hints';
import { newGate, summaryOf } from './listPages';
import { type Matcher, type ReadResult, readRecords } from './readRecords';

/** What an input item asks of a list. */
export interface Question {
	list: ListRequest;
	/** The field to look in; empty for the records of the list. */
	field: string;
	/** What to look for there. */
	value: string;
}

/** All input items that ask the same, but for the value. */
export interface Asked extends Omit<Question, 'value'> {
	client: Client;
	questions: Question[];
}

/** What can be done with a list. */
export interface Operation {
	/** Of the `operation` parameter; saved workflows depend on it, so it never changes. */
	value: 'get' | 'getAll' | 'search';
	name: string;
	/** What n8n shows in its panel, and tells agents. */
	action: (resource: Resource) => string;
	description: (resource: Resource) => string;
	/** Its parameters, between 'List Name' and 'Options'. */
	properties: INodeProperties[];
	/** @throws UserError that names the parameter, and says what to enter */
	ask: (list: ListRequest, parameter: GetParameter) => Question;
	/** Reads once for all questions. @throws PageNotRead, or UserError for a field that no record has */
	answer: (reads: Reads, asked: Asked) => Promise<(question: Question) => DataRecord[]>;
}

/** The reads of one execution of the node: their requests keep their distance from each other. */
export class Reads {
	/** What was looked for in vain. */
	readonly notFound: string[] = [];
	private readonly shared = new Map<string, Asked & { answer?: ReturnType<Operation['answer']> }>();
	private readonly results: ReadResult[] = [];
	private readonly gate = newGate();
	private client?: Client;

	constructor(private readonly context: IExecuteFunctions) {}

	/** Takes in what an input item asks. Gives its records once all have asked: so they share a read. */
	async ask(
		operation: Operation,
		question: Question,
		itemIndex: number,
	): Promise<() => Promise<DataRecord[]>> {
		const client = await this.clientFor(itemIndex);
		const { list, field } = question;
		const key = JSON.stringify([operation.value, list, field, client.connection]);
		const asked = this.shared.get(key) ?? { list, field, client, questions: [] };
		this.shared.set(key, asked);
		asked.questions.push(question);
		return async () => {
			const isFirst = asked.answer === undefined;
			asked.answer ??= operation.answer(this, asked);
			const records = (await asked.answer)(question);
			// Input items share no object.
			return isFirst ? records : structuredClone(records);
		};
	}

	/** @throws PageNotRead, or UserError for a field that no record has */
	async read(client: Client, request: ListRequest, matches?: Matcher): Promise<ReadResult> {
		const { context, gate } = this;
		const signal = context.getExecutionCancelSignal();
		const result = await readRecords({ ...client, signal }, request, gate, matches);
		this.results.push(result);
		context.logger.debug(`${context.getNode().name}: ${summaryOf(result.read, result)}`);
		return result;
	}

	/** What to show beside the output, or to tell an agent. */
	hints(isTool: boolean): NodeExecutionHint[] {
		return hintsFor(this.results, this.notFound, isTool);
	}

	/** n8n asks its database for a credential each time it is read. */
	private async clientFor(itemIndex: number): Promise<Client> {
		if (!this.client?.isFixed) this.client = await clientFor(this.context, itemIndex);
		return this.client;
	}
}
