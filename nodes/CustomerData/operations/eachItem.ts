import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { asError } from '../errors/nodeErrors';
import type { Answer, Asked, InputItem, ItemError, ItemOperation, Question } from './operation';
import { readQuestion } from './operations';
import type { Output } from './output';
import type { Reads } from './reads';
import { parametersFor } from './request';

/**
 * Asks each input item what it wants, and answers those together that want the same. All have asked before
 * the first read begins.
 *
 * @throws NodeApiError or NodeOperationError that the node stops at
 */
export async function answerEach(
	context: IExecuteFunctions,
	reads: Reads,
	output: Output,
): Promise<void> {
	const requests = await askEach(context, reads);
	for (const group of grouped(requests)) {
		for (const answer of await answersTo(group, reads)) output.add(answer);
	}
}

/** What an input item asks, and with which credential. */
interface Request {
	operation: ItemOperation;
	client: Client;
	question: Question & InputItem;
}

/** Why an input item asks nothing: its parameters cannot be read. */
type Refusal = Required<ItemError>;

async function askEach(
	context: IExecuteFunctions,
	reads: Reads,
): Promise<Array<Request | Refusal>> {
	const requests: Array<Request | Refusal> = [];
	for (const [item, { json: input }] of context.getInputData().entries()) {
		try {
			const { operation, question } = readQuestion(parametersFor(context, item));
			const client = await reads.clientFor(item);
			requests.push({ operation, client, question: { ...question, item, input } });
		} catch (error) {
			requests.push({ item, error: asError(error) });
		}
	}
	return requests;
}

/** The requests that one read answers. */
interface Group extends Omit<Request, 'question'> {
	asked: Asked<Question>;
}

/** In the order of their first items; a refusal stands alone. */
function grouped(requests: Array<Request | Refusal>): Array<Group | Refusal> {
	const groups = new Map<unknown, Group | Refusal>();
	for (const request of requests) {
		if ('error' in request) {
			groups.set(request, request);
			continue;
		}
		const { operation, client, question } = request;
		const key = JSON.stringify([operation.value, question.share, client.connection]);
		const group = groups.get(key);
		if (group && 'asked' in group) group.asked.push(question);
		else groups.set(key, { operation, client, asked: [question] });
	}
	return [...groups.values()];
}

/** Never rejects: where nothing could be read, each input item of the group gets the error. */
async function answersTo(group: Group | Refusal, reads: Reads): Promise<Answer[]> {
	if ('error' in group) return [answerOf(group)];
	const { operation, client, asked } = group;
	try {
		return await operation.answer(reads, client, asked);
	} catch (error) {
		return asked.map(({ item }) => answerOf({ item, error: asError(error) }));
	}
}

function answerOf(refusal: Refusal): Answer {
	return { item: refusal.item, records: [], errors: [refusal] };
}
