import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { type Failure, PageNotRead } from '../core/failure';
import type { ReadContext } from './requestPage';

/** What happened, and what to do about it, in words for the person who built the workflow. */
export interface Explanation {
	message: string;
	description: string;
}

/** For a 401, which the service answers to a wrong key and to a wrong company alike. */
export const NOT_ACCEPTED: Explanation = {
	message: 'The API key or the company ID was not accepted',
	description:
		'Check both in the credential: the API key is generated in the business-administration application, in its settings for integrations, under API keys; the company ID is the company number in the web address of the application.',
};

type DeclaredFailure = NonNullable<ConstructorParameters<typeof NodeApiError>[2]>['failure'];

/**
 * Turns whatever was thrown into an error that n8n shows well. A page that could not be had is
 * told in our own words; n8n gets no request and no response to save. What the user entered, and
 * what n8n itself found, a faulty expression say, keeps its words and is told with its item.
 */
export function toNodeError(
	error: unknown,
	context: Pick<ReadContext, 'getNode'>,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const place = itemIndex === undefined ? {} : { itemIndex };
	if (!(error instanceof PageNotRead)) {
		const cause = error instanceof Error ? error : new Error(String(error));
		return new NodeOperationError(context.getNode(), cause, place);
	}
	const { failure, list, offset } = error;
	const { message, description } = explain(failure, list);
	const text = { message, description: `${description} (${list}, offset ${offset})` };
	const declared = declaredFailure(failure);
	return new NodeApiError(context.getNode(), text, {
		...text,
		...(failure.kind === 'status' && { httpCode: String(failure.status) }),
		...(declared && { failure: declared }),
		...place,
	});
}

function explain(failure: Failure, operationName: string): Explanation {
	switch (failure.kind) {
		case 'connection':
			return explainConnection(failure.code);
		case 'certificate':
			return {
				message: 'The certificate of the service was not accepted',
				description: `Check that the Base URL in the credential names the right host (${failure.code}).`,
			};
		case 'protocol':
			return {
				message: 'The service does not speak the protocol of the Base URL',
				description: `Check in the credential whether the Base URL starts with http:// where it should be https://, or the other way round (${failure.code}).`,
			};
		case 'notSent':
			return {
				message: 'The request was not sent',
				description: sentence(failure.reason, 'Check the Base URL in the credential.'),
			};
		case 'timeout':
			return {
				message: `The service did not answer within ${failure.milliseconds / 1000} seconds`,
				description: 'Run the workflow again, or raise Timeout under Options.',
			};
		case 'status':
			return explainStatus(failure.status, failure.messages, operationName);
		case 'redirect':
			return {
				message: `The service points to another address${failure.location ? `: ${withoutQuery(failure.location)}` : ''}`,
				description:
					'Redirects are not followed, because the API key would go along. If the service has moved, enter its new address as Base URL in the credential.',
			};
		case 'refused':
			return {
				message: 'The service did not hand out the records',
				description: sentence(
					quote(failure.messages),
					'Fix what the service names, or ask its support.',
				),
			};
		case 'notAPage':
			return {
				message: 'The service did not return a whole page of records',
				description: `It returned ${failure.found}. No records were put out, so none can be missing without your knowing. Run the workflow again later; if it stays so, ask the support of the service.`,
			};
		case 'cancelled':
			return {
				message: 'The execution was cancelled',
				description: 'Run the workflow again to read all records.',
			};
	}
}

function explainConnection(code: string): Explanation {
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return {
			message: 'The host of the Base URL was not found',
			description: 'Check the Base URL in the credential, and the network of this n8n.',
		};
	}
	if (code === 'ECONNREFUSED') {
		return {
			message: 'The service does not accept connections',
			description: 'Check the Base URL in the credential, or run the workflow again later.',
		};
	}
	return {
		message: 'The connection to the service broke off',
		description: `Run the workflow again later (${code}).`,
	};
}

function explainStatus(status: number, messages: string[], operationName: string): Explanation {
	const said = quote(messages);
	switch (status) {
		case 401:
			return { ...NOT_ACCEPTED, description: sentence(said, NOT_ACCEPTED.description) };
		case 403:
			return {
				message: `The API key is not allowed to read ${operationName}`,
				description: sentence(said, 'Use a key that is allowed to, or ask who manages the keys.'),
			};
		case 404:
			return {
				message: `The service does not know ${operationName}`,
				description: sentence(
					said,
					'Check that the Base URL in the credential ends with rest/v1, and the Operation Name if you entered one.',
				),
			};
		case 429:
			return {
				message: 'The service receives too many requests',
				description: sentence(
					said,
					'Run the workflow again later or less often, or lower Parallel Requests.',
				),
			};
		default:
			return status >= 500
				? {
						message: `The service is not available at the moment (status ${status})`,
						description: sentence(said, 'Run the workflow again later.'),
					}
				: {
						message: `The service did not accept the request (status ${status})`,
						description: sentence(
							said,
							'Check the Base URL in the credential, and the Operation Name if you entered one.',
						),
					};
	}
}

/** Tells n8n in its own terms whether waiting helps; hosts that do not know the option ignore it. */
function declaredFailure(failure: Failure): DeclaredFailure {
	switch (failure.kind) {
		case 'connection':
		case 'timeout':
			return { cause: 'temporarily-unavailable' };
		case 'protocol':
		case 'redirect':
			return { cause: 'configuration-invalid' };
		case 'status':
			return declaredStatus(failure.status, failure.retryAfter);
		default:
			return undefined;
	}
}

function declaredStatus(status: number, retryAfter: number | undefined): DeclaredFailure {
	const wait = retryAfter === undefined ? {} : { retryAfterMs: retryAfter };
	if (status === 401 || status === 403) return { cause: 'credential-invalid' };
	if (status === 404) return { cause: 'configuration-invalid' };
	if (status === 429) return { cause: 'rate-limited', ...wait };
	return status >= 500 ? { cause: 'temporarily-unavailable', ...wait } : undefined;
}

const MAX_QUOTE = 500;

function quote(messages: string[]): string {
	const text = messages.join(' ').replace(/\s+/g, ' ').trim();
	if (text === '') return '';
	return `The service says: "${text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text}"`;
}

function sentence(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}

/** Only where a redirect points, not what it carries: a service may put the key in the query. */
function withoutQuery(location: string): string {
	return location.replace(/[?#].*$/s, '').slice(0, 200);
}
