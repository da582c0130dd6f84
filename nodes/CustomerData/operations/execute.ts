import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asError, toNodeError, withAdvice } from '../errors/nodeErrors';
import { ItemParameters } from './itemParameters';
import type { Answer, Asked, Question } from './operation';
import { readQuestion } from './operations';
import { Reads } from './reads';

interface Group {
	asked: Asked<Question>;
	answers?: Promise<Answer[]>;
}

/** Answers each input item. Those that ask the same share a read, which begins once all have asked. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const reads = new Reads(context);
	const parameters = new ItemParameters(context);
	const groups = new Map<string, Group>();

	async function ask(item: number, input: IDataObject): Promise<() => Promise<Answer | undefined>> {
		const { operation, question } = readQuestion(parameters.of(item, input));
		const client = await reads.clientFor(item);
		const key = JSON.stringify([operation.value, question.share, client.connection]);
		const own = { ...question, item, input };
		const group = groups.get(key) ?? { asked: [own] };
		const index = groups.has(key) ? group.asked.push(own) - 1 : 0;
		groups.set(key, group);
		return async () => {
			group.answers ??= operation.answer(reads, client, group.asked);
			return (await group.answers)[index];
		};
	}

	const answers: Array<() => Promise<Answer | undefined>> = [];
	for (const [item, { json }] of context.getInputData().entries()) {
		try {
			answers.push(await ask(item, json));
		} catch (error) {
			// Reported when the item is answered.
			reads.isRefused = true;
			answers.push(() => Promise.reject(asError(error)));
		}
	}

	// The model of an agent sees items, or the message of an error, and nothing else (n8n 2.41).
	const isTool = context.getNode().type.endsWith('Tool');
	const output: INodeExecutionData[] = [];
	const ofNoItem: INodeExecutionData[] = [];
	/** Outputs an error where the node goes on. */
	function fail(thrown: unknown, item?: number): void {
		const error = toNodeError(thrown, context, item);
		const isCanceled = context.getExecutionCancelSignal()?.aborted;
		if (isCanceled || !context.continueOnFail()) throw isTool ? withAdvice(error) : error;
		output.push(errorItem(error, item));
	}
	for (const [item, answer] of answers.entries()) {
		// One object for all records of the item, as in n8n's own helpers: it adds up in long lists.
		const pairedItem = { item };
		const found = await answer().catch((error: unknown) => fail(error, item));
		const { records, unpaired = [], errors = [] } = found ?? { records: [] };
		for (const json of records) output.push({ json, pairedItem });
		for (const json of unpaired) ofNoItem.push({ json, pairedItem: [] });
		for (const { error, item: of } of errors) fail(error, of);
	}
	const hints = reads.hints(isTool);
	context.addExecutionHints(...hints);
	const told = isTool ? hints.map(({ message }) => ({ json: { message }, pairedItem: 0 })) : [];
	// Last, so that the next node shows the fields of an input item.
	return [...output, ...ofNoItem, ...told];
}

/** n8n before 2 sends an item to the error output only if it holds nothing but these two fields. */
function errorItem(nodeError: ReturnType<typeof toNodeError>, item?: number): INodeExecutionData {
	const error = nodeError.message;
	const json = { error, message: withAdvice(nodeError).message };
	return { json, pairedItem: item === undefined ? [] : { item } };
}
