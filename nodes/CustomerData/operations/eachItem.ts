import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { asError } from '../errors/nodeErrors';
import { groupedBy, type Group } from '../identity/groups';
import { parametersFor } from '../parameters/values';
import type { ItemOperation, Question } from './operation';
import { readQuestion } from './operations';
import type { Answer, OfItem, Output } from './output';
import type { Reads } from './reads';

/** What an input item asks, and with which credential. */
interface Request {
	operation: ItemOperation;
	client: Client;
	question: Question & OfItem;
}

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
	const requests: Request[] = [];
	for (const item of context.getInputData().keys()) {
		try {
			const { operation, question } = readQuestion(parametersFor(context, item));
			const client = await reads.clientFor(item);
			requests.push({ operation, client, question: { ...question, item } });
		} catch (error) {
			output.add(refusal(item, error));
		}
	}
	for (const group of groupedBy(requests, wishOf).values()) {
		for (const answer of await answersTo(group, reads)) output.add(answer);
	}
}

/** Those who wish the same share a read. */
function wishOf({ operation, client, question }: Request): string {
	return JSON.stringify([operation.value, question.share, client.connection]);
}

/** Never rejects: where nothing could be read, each input item of the group gets the error. */
async function answersTo(group: Group<Request>, reads: Reads): Promise<Answer[]> {
	const [{ operation, client, question }, ...others] = group;
	try {
		const asked = others.map((other) => other.question);
		return await operation.answer(reads, client, [question, ...asked]);
	} catch (error) {
		return group.map(({ question: { item } }) => refusal(item, error));
	}
}

function refusal(item: number, thrown: unknown): Answer {
	return { item, records: [], error: asError(thrown) };
}
