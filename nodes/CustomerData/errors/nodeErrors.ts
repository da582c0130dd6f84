import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { PageNotRead, type Failure } from './failures';

/**
 * Turns whatever was thrown into an error that n8n shows well. For a page that could not be read,
 * the words are ours, and n8n gets no request and no response to save. A refused parameter, or what
 * n8n itself found, e.g. an invalid expression, keeps its words and gets its item.
 */
export function toNodeError(
	error: unknown,
	context: Pick<IExecuteFunctions, 'getNode'>,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const place = itemIndex === undefined ? {} : { itemIndex };
	if (!(error instanceof PageNotRead)) {
		return new NodeOperationError(context.getNode(), asError(error), place);
	}
	const { failure, listName, offset } = error;
	const { message, cause, status, retryAfter } = failure;
	const description = whatToDo(failure, `${listName}, offset ${offset}`);
	const text = { message, description };
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
		error.message = `${error.message}. ${String(error.description)}`;
	}
	return error;
}

/** What was thrown, if it is an error; or else an error that says it. */
export function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

/** Characters; a whole web page would hide what to do. */
const MAX_QUOTE = 500;

/**
 * What the service or n8n says, what to do, and for whoever is asked for help, where it happened.
 *
 * @param where the list and the offset
 */
export function whatToDo({ quote, advice, code, retries = 0 }: Failure, where?: string): string {
	const tries = retries === 1 ? '1 retry' : `${retries} retries`;
	const details = [where, code, retries > 0 && tries].filter(Boolean).join(', ');
	return `${quote ? quoted(quote) : ''}${advice}${details && ` (${details})`}`;
}

function quoted({ intro, text }: NonNullable<Failure['quote']>): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line === '') return '';
	const short = line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
	const end = /[.!?…]$/.test(short) ? '' : '.';
	return `${intro}: "${short}"${end} `;
}
