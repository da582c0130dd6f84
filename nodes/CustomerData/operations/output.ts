import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import { inFull, isTool, toNodeError, wordsOf } from '../errors/nodeErrors';

/** What is of an input item. */
export interface OfItem {
	/** The index of the input item. */
	item: number;
}

/** What an input item gets. */
export interface Answer extends OfItem {
	records: IDataObject[];
	error?: Error;
}

export class Output {
	/** At the first output, by the index of the input item. */
	private readonly ofItems: INodeExecutionData[][] = [];
	/** By the index of the output. */
	private readonly others: INodeExecutionData[][] = [];

	constructor(private readonly context: IExecuteFunctions) {}

	private get isTool(): boolean {
		return isTool(this.context);
	}

	/** Adds an item for each record, and one for an error that the node goes on after. */
	add({ item, records, error }: Answer): void {
		// One object for all records of the item, as in n8n's own helpers: it adds up in long lists.
		const pairedItem = { item };
		const found = records.map((json) => ({ json, pairedItem }));
		this.ofItems[item] = error ? [...found, this.errorItem(error, item)] : found;
	}

	/** Adds items to one of several outputs. @param item the index of the input item that each belongs to, if any */
	put(output: number, items: Array<{ json: IDataObject; item?: number }>): void {
		const paired = items.map(({ json, item }) => {
			return { json, pairedItem: item === undefined ? [] : { item } };
		});
		this.others[output] = [...(this.others[output] ?? []), ...paired];
	}

	/** Adds an item for an error that the node goes on after. */
	fail(error: Error): void {
		this.others[0] = [...(this.others[0] ?? []), this.errorItem(error)];
	}

	/** By output, of which there are so many. @param hints for an agent, which gets them as items */
	items(count: number, hints: NodeExecutionHint[]): INodeExecutionData[][] {
		const messages = this.isTool ? hints : [];
		const toAgent = messages.map(({ message }) => ({ json: { message }, pairedItem: 0 }));
		const outputs = Array.from({ length: count }, (_, index) => this.others[index] ?? []);
		const [first = [], ...others] = outputs;
		return [[...this.ofItems.flat(), ...first, ...toAgent], ...others];
	}

	/** @throws NodeApiError or NodeOperationError in the settings' default, or once the execution is canceled */
	private errorItem(error: Error, item?: number): INodeExecutionData {
		const { context } = this;
		const isCanceled = context.getExecutionCancelSignal()?.aborted;
		if (isCanceled || !context.continueOnFail()) throw toNodeError(error, context, item);
		const words = wordsOf(error, context);
		// n8n before 2 sends an item to the error output only if it holds nothing but these two fields.
		const json = { error: words.message, message: inFull(words) };
		return { json, pairedItem: item === undefined ? [] : { item } };
	}
}
