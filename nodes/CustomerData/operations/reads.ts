import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { clientFor, type Client } from '../api/client';
import type { CompareRequest } from '../compare/request';
import { identifyWanted, type WantedRead } from '../compare/wanted';
import type { Words } from '../errors/nodeErrors';
import { withoutKeys } from '../errors/redact';
import { userError } from '../errors/userError';
import { withAllFields, type ListRequest } from '../parameters/list';
import { newGate } from '../read/clock';
import { logLine, readRecords, type Matcher, type ReadResult } from '../read/readRecords';
import { hintsFor } from './hints';

/** Reads lists for one execution of the node. All its requests keep their distance from each other. */
export class Reads {
	/** What to say of input items; the first few are shown. */
	readonly notes: Words[] = [];
	private readonly results: ReadResult[] = [];
	private readonly gate = newGate();
	private client?: Client;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Remembers for the hints how it went.
	 *
	 * @param matches finds the records to return; by default, those with the words of a search
	 */
	async read(client: Client, request: ListRequest, matches?: Matcher): Promise<ReadResult> {
		const { context, gate } = this;
		const signal = context.getExecutionCancelSignal();
		const result = await readRecords({ ...client, signal }, request, gate, matches);
		this.results.push(result);
		context.logger.debug(`${context.getNode().name}: ${logLine(result.readCount, result)}`);
		return result;
	}

	/**
	 * Reads whole records, and identifies those that are wanted by the text of a field. Reads again where some share it, because
	 * one that others edited and moved can be read in both places.
	 */
	async readIdentified(client: Client, comparison: CompareRequest): Promise<WantedRead> {
		for (let isSecond = false; ; isSecond = true) {
			const result = await this.read(client, withAllFields(comparison.request));
			const found = identifyWanted(result, comparison);
			if (isSecond || found.list.shared.size === 0) return found;
		}
	}

	log(text: string): void {
		const { context } = this;
		context.logger.info(`${context.getNode().name}: ${withoutKeys(text, context)}`);
	}

	/** What to show beside the output, or to give to an agent. */
	hints(): NodeExecutionHint[] {
		const hints = hintsFor(this.results, this.notes);
		return hints.map((hint) => ({ ...hint, message: withoutKeys(hint.message, this.context) }));
	}

	/**
	 * The client for an input item. One for all where the credential holds no expression, because n8n asks its
	 * database for a credential each time.
	 */
	async clientFor(itemIndex: number): Promise<Client> {
		if (!this.client?.isFixed) this.client = await clientFor(this.context, itemIndex);
		return this.client;
	}

	/** The one client for so many input items: an expression in the credential must not give them several. */
	async clientForAll(items: number): Promise<Client> {
		const client = await this.clientFor(0);
		for (let item = 1; item < items && !client.isFixed; item++) {
			const { connection } = await this.clientFor(item);
			if (JSON.stringify(connection) === JSON.stringify(client.connection)) continue;
			throw userError(
				`The credential has other values for input item ${item + 1} than for the first one`,
				'Compare reads one list for all input items. Use a workflow for each company, with a credential of its own.',
			);
		}
		return client;
	}
}
