import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { inFull, isTool, toNodeError, wordsOf } from '../errors/nodeErrors';
import type { Answer, ItemError } from './operation';

/** What the node outputs, in the order of the input items. */
export class Output {
	readonly isTool: boolean;
	/** By the index of the input item. */
	private readonly ofItems: INodeExecutionData[][] = [];
	private readonly ofNoItem: INodeExecutionData[] = [];

	constructor(private readonly context: IExecuteFunctions) {
		this.isTool = isTool(context);
	}

	/**
	 * Adds an item for each record, and one for each error that the node goes on after.
	 *
	 * @throws NodeApiError or NodeOperationError that it stops at: any error in the settings' default, or once the execution is canceled
	 */
	add({ item, records, unpaired = [], errors = [] }: Answer): void {
		// One object for all records of the item, as in n8n's own helpers: it adds up in long lists.
		const pairedItem = { item };
		const found = records.map((json) => ({ json, pairedItem }));
		this.ofItems[item] = [...found, ...errors.map((one) => this.errorItem(one))];
		for (const json of unpaired) this.ofNoItem.push({ json, pairedItem: [] });
	}

	/** @param hints for an agent, which gets them as items */
	items(hints: NodeExecutionHint[]): INodeExecutionData[] {
		const messages = this.isTool ? hints : [];
		const toAgent = messages.map(({ message }) => ({ json: { message }, pairedItem: 0 }));
		// Last, so that the next node shows the fields of an input item.
		return [...this.ofItems.flat(), ...this.ofNoItem, ...toAgent];
	}

	/** @throws NodeApiError or NodeOperationError if the node does not go on after an error, or was canceled */
	private errorItem({ error, item }: ItemError): INodeExecutionData {
		const { context } = this;
		const isCanceled = context.getExecutionCancelSignal()?.aborted;
		if (isCanceled || !context.continueOnFail()) throw toNodeError(error, context, item);
		const words = wordsOf(error, context);
		// n8n before 2 sends an item to the error output only if it holds nothing but these two fields.
		const json = { error: words.message, message: inFull(words) };
		return { json, pairedItem: item === undefined ? [] : { item } };
	}
}
