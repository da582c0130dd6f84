import { NodeApiError, NodeOperationError, UserError, type IExecuteFunctions } from 'n8n-workflow';
import { PageNotRead, type Failure } from './failures';
import { asHtml, withoutTags } from './html';
import { withoutKeys } from './redact';

/** What n8n gives to a node, as far as its errors need it. */
export type HasNode = Pick<IExecuteFunctions, 'getNode'>;

/** The message of an error, and the advice that belongs to it, as plain text. */
export interface Words {
	message: string;
	/** The advice; empty if there is none. */
	description: string;
}

/** The model of an agent sees items, or the message of an error, and nothing else (n8n 2.41). */
export function isTool(context: HasNode): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * For a page that could not be read, the words are ours. A refused parameter, or what n8n itself found, e.g. an
 * invalid expression, keeps its words, without the API key: n8n saves them with the error, too.
 */
export function wordsOf(thrown: unknown, context: HasNode): Words {
	if (thrown instanceof PageNotRead) {
		const { failure, listName, offset } = thrown;
		const where = `${listName}, offset ${offset}`;
		return { message: failure.message, description: whatToDo(failure, where, isTool(context)) };
	}
	const { message, description }: Error & { description?: unknown } = asError(thrown);
	return {
		message: withoutKeys(message, context),
		description: typeof description === 'string' ? withoutKeys(description, context) : '',
	};
}

/** A copy of an error, of the same class, with other words. */
function reworded<Thrown extends Error>(error: Thrown, words: Partial<Words>): Thrown {
	const { message, stack, cause } = error;
	const copy = Object.assign(new Error(message, { cause }), error, words, { stack });
	Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
	return copy;
}

/** In one sentence after the other, for places that show nothing else. */
export function inFull({ message, description }: Words): string {
	return description === '' ? message : `${message}. ${description}`;
}

/** An error that n8n shows well, with no request and no response to save. What n8n made of an error stays as it is. */
export function toNodeError(
	thrown: unknown,
	context: HasNode,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const error = asError(thrown);
	const words = wordsOf(error, context);
	const message = isTool(context) ? inFull(words) : withoutTags(words.message);
	const place = itemIndex === undefined ? {} : { itemIndex };
	if (!(error instanceof PageNotRead)) {
		// n8n's own may hold links.
		const description = error instanceof UserError ? asHtml(words.description) : words.description;
		// n8n saves the cause, too, so its words hold no API key either.
		const cause = reworded(error, words);
		return new NodeOperationError(context.getNode(), cause, { message, description, ...place });
	}
	const { cause, status, retryAfter } = error.failure;
	const text = { message, description: asHtml(words.description) };
	return new NodeApiError(context.getNode(), text, {
		...text,
		...(status !== undefined && { httpCode: String(status) }),
		// n8n before 2.41 ignores it.
		...(cause && { failure: { cause, ...(retryAfter && { retryAfterMs: retryAfter }) } }),
		...place,
	});
}

/** The error with its advice in the message, for places that show nothing else. */
export function withAdvice<Thrown extends Error>(error: Thrown): Thrown {
	const { message } = error;
	const description = 'description' in error && error.description;
	if (!description) return error;
	return reworded(error, { message: inFull({ message, description: String(description) }) });
}

export function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

/** Characters; a whole web page would hide what to do. */
const MAX_QUOTE = 500;

/** The words of the service or of n8n, then the advice, then the details that support asks for: place, code and retries. */
export function whatToDo(
	{ quote, advice, adviceForModel = advice, code, retries = 0 }: Failure,
	where?: string,
	forModel = false,
): string {
	const tries = retries === 1 ? '1 retry' : `${retries} retries`;
	const details = [where, code, retries > 0 && tries].filter(Boolean).join(', ');
	return `${quote ? quoted(quote) : ''}${forModel ? adviceForModel : advice}${details && ` (${details})`}`;
}

function quoted({ intro, text }: NonNullable<Failure['quote']>): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line === '') return '';
	const short = line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
	const end = /[.!?…]$/.test(short) ? '' : '.';
	return `${intro}: "${short}"${end} `;
}
