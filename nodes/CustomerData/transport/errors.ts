import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { type Failure, PageNotRead } from '../paging/failure';
import { LONGEST_RETRY_AFTER } from '../paging/retry';
import { BASE_URL_ADVICE } from './connection';
import { PING } from './envelope';
import { explainStatus, isTransient, TRY_LATER, type StatusMeaning } from './statuses';
import type { ServiceContext } from './transport';

type Meaning = Pick<StatusMeaning, 'cause' | 'message' | 'advice' | 'testAdvice'>;

interface Explanation extends Meaning {
	/** What the service or n8n says, to stand before the advice. */
	quote?: string;
	/** Node's code, for whoever is asked for help. */
	detail?: string;
}

/**
 * Turns whatever was thrown into an error that n8n shows well. For a page that could not be read,
 * the words are ours, and n8n gets no request and no response to save. A refused parameter, or what
 * n8n itself found, e.g. an invalid expression, keeps its words and gets its item.
 */
export function toNodeError(
	error: unknown,
	context: Pick<ServiceContext, 'getNode'>,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const place = itemIndex === undefined ? {} : { itemIndex };
	if (!(error instanceof PageNotRead)) {
		return new NodeOperationError(context.getNode(), asError(error), place);
	}
	const { failure, list, offset } = error;
	const { message, advice, cause, quote = '', detail } = explain(failure, list);
	const where = `${list}, offset ${offset}${detail ? `, ${detail}` : ''}`;
	const text = { message, description: `${quote}${advice} (${where})` };
	return new NodeApiError(context.getNode(), text, {
		...text,
		...(failure.kind === 'status' && { httpCode: String(failure.status) }),
		// Hosts before 2.41 ignore it.
		...(cause && { failure: { cause, ...waitFor(failure) } }),
		...place,
	});
}

/** The words for a form that tests a credential, in one text; its reader is where the credential is. */
export function explainTest(failure: Failure): string {
	const { message, advice, testAdvice = advice, quote = '', detail } = explain(failure, PING);
	const code = detail ? ` (${detail})` : '';
	return inForm(`${message}. ${quote}${testAdvice}${code}`);
}

/** Leaves out where to find the credential. */
export function inForm(text: string): string {
	return text.replace(/ in the (?:Customer Data API )?credential\b/g, '');
}

export function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

const NO_WHOLE_PAGE = 'The service did not return a complete page of records';
const ALL_OR_NOTHING =
	'The node returns the whole list or nothing, so nothing is missing unnoticed.';

function explain(failure: Failure, operation: string): Explanation {
	switch (failure.kind) {
		case 'connection':
			return explainConnection(failure.code);
		case 'certificate':
			return {
				message: "n8n did not accept the service's certificate",
				advice:
					"Check that 'Base URL' in the credential names the right host. If it does, contact the service's support, or the administrator of your n8n.",
				detail: failure.code,
			};
		case 'handshake':
			return {
				message: 'The service refused the TLS connection',
				advice:
					"It may require a client certificate, which n8n does not send, or an older version of TLS. Contact the service's support.",
				detail: failure.code,
			};
		case 'protocol':
			return {
				message: "'Base URL' starts with the wrong protocol",
				advice: 'Replace http:// with https:// in the credential, or https:// with http://.',
				cause: 'configuration-invalid',
				detail: failure.code,
			};
		case 'proxy':
			return {
				message: 'n8n could not connect through its proxy',
				advice:
					'Try again later. If this keeps happening, contact the administrator of your n8n, who sets HTTP_PROXY and HTTPS_PROXY.',
				cause: 'temporarily-unavailable',
				...(failure.code && { detail: failure.code }),
			};
		case 'notSent':
			return {
				message: 'n8n did not send the request',
				advice:
					"Check 'Base URL' in the credential. If it is right, ask the administrator of your n8n to allow the service.",
				quote: quoted('n8n', [failure.reason]),
			};
		case 'timeout':
			return {
				message: `The service did not respond within ${seconds(failure.milliseconds)}`,
				advice: "Run the workflow again, or raise 'Timeout' under 'Options'.",
				testAdvice: `Check 'Base URL'. ${TRY_LATER}`,
				cause: 'temporarily-unavailable',
			};
		case 'status': {
			const quote = quoted('The service', failure.messages);
			return { ...explainStatus(failure.status, operation), ...adviceToWait(failure), quote };
		}
		case 'redirect':
			return {
				message: `The service redirects to another address${target(failure.location)}`,
				advice:
					"Redirects are not followed, because that would send the API key to another address. If the service has moved, enter its new address in 'Base URL' in the credential.",
				cause: 'configuration-invalid',
			};
		case 'refused':
			return {
				message: 'The service refused the request',
				advice: "Do what the service asks for, or contact the service's support.",
				testAdvice: "Check 'API Key' and 'Company ID'.",
				quote: quoted('The service', failure.messages),
			};
		case 'notJson':
			return {
				message: NO_WHOLE_PAGE,
				advice: `It returned ${failure.found}. ${ALL_OR_NOTHING} Try again later. If this keeps happening, check 'Base URL' in the credential, or contact the service's support.`,
				cause: 'temporarily-unavailable',
			};
		case 'notAPage':
			return {
				message: NO_WHOLE_PAGE,
				advice: `It returned ${failure.found}. ${ALL_OR_NOTHING} ${TRY_LATER}`,
			};
		case 'notPong':
			return {
				message: `${PING} returned ${failure.found} instead of Pong`,
				advice: BASE_URL_ADVICE,
			};
		case 'unsettled':
			return {
				message: "The list changes too fast for 'Consistent Read'",
				advice:
					"Run the workflow when fewer people work in the application, or turn off 'Consistent Read' under 'Options' to read the list as it comes.",
			};
		case 'misaligned':
			return {
				message: 'The service does not start pages at the requested offset',
				advice:
					"'Consistent Read' needs pages that start at any offset. Turn it off under 'Options'.",
			};
		case 'shortPages':
			return {
				message: 'The service puts too few records on a page',
				advice: "'Consistent Read' needs pages of 3 records or more. Turn it off under 'Options'.",
			};
		case 'cancelled':
			return {
				message: 'The execution was cancelled',
				advice: 'Run the workflow again to read all records.',
			};
	}
}

const CHECK_NETWORK = "Check 'Base URL' in the credential, and the network of your n8n.";

/** Node's codes for a host without a way to it, e.g. an IPv6 address where IPv6 is off. */
const UNREACHABLE = ['EADDRNOTAVAIL', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

function explainConnection(code: string): Explanation {
	const shared = { cause: 'temporarily-unavailable', detail: code } as const;
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		const message = "Could not find the host in 'Base URL'";
		return { ...shared, message, advice: CHECK_NETWORK };
	}
	if (UNREACHABLE.includes(code)) {
		return { ...shared, message: 'Could not reach the service', advice: CHECK_NETWORK };
	}
	if (code === 'ECONNREFUSED') {
		const advice = "Check 'Base URL' in the credential, or try again later.";
		return { ...shared, message: 'The service refused the connection', advice };
	}
	return { ...shared, message: 'The connection to the service was lost', advice: TRY_LATER };
}

function waitFor(failure: Failure): { retryAfterMs?: number } {
	if (failure.kind !== 'status' || !isTransient(failure)) return {};
	return failure.retryAfter === undefined ? {} : { retryAfterMs: failure.retryAfter };
}

/** For a service that asks to wait longer than the node does. */
function adviceToWait(failure: Failure): { advice?: string; testAdvice?: string } {
	const { retryAfterMs = 0 } = waitFor(failure);
	if (retryAfterMs <= LONGEST_RETRY_AFTER) return {};
	const longest = duration(LONGEST_RETRY_AFTER);
	const wait = `The service asks to wait ${duration(retryAfterMs)}`;
	return {
		advice: `${wait}, and the node waits at most ${longest}. Run the workflow again after that.`,
		testAdvice: `${wait}. Try again after that.`,
	};
}

const MAX_QUOTE = 500;

function quoted(speaker: string, messages: string[]): string {
	const text = messages.join(' ').replace(/\s+/g, ' ').trim();
	const short = text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
	const end = /[.!?…]$/.test(short) ? '' : '.';
	return short === '' ? '' : `${speaker} says: "${short}"${end} `;
}

function seconds(milliseconds: number): string {
	const count = milliseconds / 1000;
	return count === 1 ? '1 second' : `${count} seconds`;
}

const HOUR = ['hour', 3_600_000] as const;
const MINUTE = ['minute', 60_000] as const;
const SECOND = ['second', 1_000] as const;

/** Rounded up to the largest unit in which that adds no more than a twentieth. */
function duration(milliseconds: number): string {
	const fits = [HOUR, MINUTE].find(
		([, length]) => Math.ceil(milliseconds / length) * length <= milliseconds * 1.05,
	);
	const [unit, length] = fits ?? SECOND;
	const count = Math.ceil(milliseconds / length);
	return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/** Without the query, which may hold the key. */
function target(location: string | undefined): string {
	return location ? `: ${location.replace(/[?#].*/s, '').slice(0, 200)}` : '';
}
