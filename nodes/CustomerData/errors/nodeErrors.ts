import { NodeApiError, NodeOperationError, UserError, type IExecuteFunctions } from 'n8n-workflow';
import { PageNotRead, type Failure } from './failures';
import { asHtml, withoutTags } from './html';
import { withoutKeys } from './redact';

type Context = Pick<IExecuteFunctions, 'getNode'>;

/** What is said of an error, as plain text. */
export interface Words {
	message: string;
	/** What to do; empty where nobody knows. */
	description: string;
}

/** The model of an agent sees items, or the message of an error, and nothing else (n8n 2.41). */
export function isTool(context: Context): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * For a page that could not be read, the words are ours. A refused parameter, or what n8n itself found, e.g. an
 * invalid expression, keeps its words, without the API key: n8n saves them with the error, too.
 */
export function wordsOf(thrown: unknown, context: Context): Words {
	if (thrown instanceof PageNotRead) {
		const { failure, listName, offset } = thrown;
		const where = `${listName}, offset ${offset}`;
		return { message: failure.message, description: whatToDo(failure, where, isTool(context)) };
	}
	const error: Error & { description?: unknown } = asError(thrown);
	const { message, description } = error;
	return Object.assign(error, {
		message: withoutKeys(message, context),
		description: typeof description === 'string' ? withoutKeys(description, context) : '',
	});
}

/** In one sentence after the other, for places that show nothing else. */
export function inFull({ message, description }: Words): string {
	return description === '' ? message : `${message}. ${description}`;
}

/** An error that n8n shows well, with no request and no response to save. What n8n made of an error stays as it is. */
export function toNodeError(
	thrown: unknown,
	context: Context,
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
		return new NodeOperationError(context.getNode(), error, { message, description, ...place });
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

/** Adds what to do to the error's message, for places that show nothing else. @returns the same error */
export function withAdvice<Thrown extends Error>(error: Thrown): Thrown {
	if ('description' in error && error.description) {
		error.message = inFull({ message: error.message, description: String(error.description) });
	}
	return error;
}

export function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

/** Characters; a whole web page would hide what to do. */
const MAX_QUOTE = 500;

/** What the service or n8n says, what to do, and for whoever is asked for help, where it happened. */
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
