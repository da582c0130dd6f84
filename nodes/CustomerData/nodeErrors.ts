import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { type Failure, PageNotRead } from './api/failures';
import type { Client } from './api/client';

/**
 * Turns whatever was thrown into an error that n8n shows well. For a page that could not be read,
 * the words are ours, and n8n gets no request and no response to save. A refused parameter, or what
 * n8n itself found, e.g. an invalid expression, keeps its words and gets its item.
 */
export function toNodeError(
	error: unknown,
	context: Pick<Client['context'], 'getNode'>,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const place = itemIndex === undefined ? {} : { itemIndex };
	if (!(error instanceof PageNotRead)) {
		return new NodeOperationError(context.getNode(), asError(error), place);
	}
	const { failure, listName, offset } = error;
	const { message, cause, status, retryAfter } = failure;
	const text = { message, description: whatToDo(failure, `${listName}, offset ${offset}`) };
	return new NodeApiError(context.getNode(), text, {
		...text,
		...(status !== undefined && { httpCode: String(status) }),
		// Hosts before 2.41 ignore it.
		...(cause && { failure: { cause, ...(retryAfter && { retryAfterMs: retryAfter }) } }),
		...place,
	});
}

/** The same error, whose message also says what to do, for places that show nothing else. */
export function withAdvice<Thrown extends Error>(error: Thrown): Thrown {
	if ('description' in error && error.description) {
		error.message = `${error.message}. ${String(error.description)}`;
	}
	return error;
}

export function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

const MAX_QUOTE = 500;

/** What the service or n8n says, what to do, and for whoever is asked for help, where it happened. */
export function whatToDo({ quote, advice, code }: Failure, where?: string): string {
	const details = [where, code].filter(Boolean).join(', ');
	return `${quote ? said(quote) : ''}${advice}${details && ` (${details})`}`;
}

function said({ by, text }: NonNullable<Failure['quote']>): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line === '') return '';
	const short = line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
	const end = /[.!?…]$/.test(short) ? '' : '.';
	return `${by}: "${short}"${end} `;
}
