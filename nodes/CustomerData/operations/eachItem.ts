import type { Client } from '../api/client';
import { asError } from '../errors/nodeErrors';
import { groupedBy, type Group } from '../identity/groups';
import { listRequestOf, type ListRequest } from '../parameters/list';
import { parametersFor, type GetParameter } from '../parameters/values';
import { failEachItem } from './fail';
import type { Face, Operation } from './operation';
import type { Answer, OfItem } from './output';
import type { Reads } from './reads';

/** What an input item asks. */
export interface Question {
	/** Those that ask with the same share a read. */
	share: unknown;
}

/** What each input item asks, and how one read answers several. */
export interface ItemOperation<Kind extends Question> extends Face {
	ask: (request: ListRequest, parameter: GetParameter) => Kind;
	answer: (reads: Reads, client: Client, asked: Group<Kind & OfItem>) => Promise<Answer[]>;
}

/**
 * Asks each input item what it wants, and answers those together that want the same. All have asked before
 * the first read begins.
 */
export function forEachItem<Kind extends Question>(operation: ItemOperation<Kind>): Operation {
	return {
		...operation,

		async run({ context, reads, output }) {
			const wishes: Array<{ client: Client; question: Kind & OfItem }> = [];
			for (const item of context.getInputData().keys()) {
				try {
					const question = questionOf(operation, parametersFor(context, item));
					const client = await reads.clientFor(item);
					wishes.push({ client, question: { ...question, item } });
				} catch (error) {
					output.add(refusal(item, error));
				}
			}
			const groups = groupedBy(wishes, ({ client, question }) =>
				JSON.stringify([question.share, client.connection]),
			);
			for (const [{ client, question }, ...others] of groups.values()) {
				const asked: Group<Kind & OfItem> = [question, ...others.map((one) => one.question)];
				const answers = await operation
					.answer(reads, client, asked)
					// Where nothing could be read, each gets the error.
					.catch((error: unknown) => asked.map(({ item }) => refusal(item, error)));
				for (const answer of answers) output.add(answer);
			}
		},

		fail: failEachItem,
	};
}

export function questionOf<Kind extends Question>(
	{ value, ask }: ItemOperation<Kind>,
	parameter: GetParameter,
): Kind {
	return ask(listRequestOf(value, parameter).request, parameter);
}

function refusal(item: number, thrown: unknown): Answer {
	return { item, records: [], error: asError(thrown) };
}
