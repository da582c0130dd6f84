import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { DataRecord } from '../api/page';
import { type Client, clientFor } from '../api/client';
import { hintsFor } from './hints';
import { newGate, summaryOf } from './listPages';
import type { ListRequest } from '../parameters/resource';
import { type Matcher, type ReadResult, readRecords } from './readRecords';

/**
 * An operation takes in what an input item asks for, and answers once all items have asked: so they can
 * share a read. Asking throws UserError for what the user entered; answering throws PageNotRead for what
 * the service did, and UserError for a value or a field that no record has.
 */
export type Operation = (context: IExecuteFunctions, reads: Reads) => Ask;
export type Ask = (itemIndex: number) => Promise<Answer>;
export type Answer = () => Promise<DataRecord[]>;

/** The reads of one execution of the node: their requests keep their distance from each other. */
export class Reads {
	/** What was looked for in vain. */
	readonly notFound: string[] = [];
	private readonly results: ReadResult[] = [];
	private readonly gate = newGate();
	private client?: Client;

	constructor(private readonly context: IExecuteFunctions) {}

	/** The client of an input item. n8n asks its database for a credential each time it is read. */
	async clientFor(itemIndex: number): Promise<Client> {
		if (!this.client?.isFixed) this.client = await clientFor(this.context, itemIndex);
		return this.client;
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
}
