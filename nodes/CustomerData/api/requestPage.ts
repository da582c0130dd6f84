import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import type { Failure } from '../core/failure';
import type { Answer } from '../core/page';
import type { Connection } from './connection';
import { pageHeaders } from './headers';
import { type HttpAnswer, type PageRequest, readAnswer } from './readAnswer';
import { redactFailure, redactRecords } from './redact';

export const CREDENTIAL = 'customerDataApi';

/** Every place of n8n in which a list can be read. */
export type ReadContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** All that one list needs to be read, page after page. */
export interface PageSource {
	context: ReadContext;
	connection: Connection;
	/** Path of the list operation behind the base URL. */
	operationName: string;
	/** Records per page, 1 to 50. */
	limit: number;
	/** Milliseconds that one request may take, until its last byte. */
	timeout: number;
}

/**
 * Asks once for the page at `offset`. Never throws: whatever goes wrong is the answer's failure,
 * and holds neither key nor company ID.
 */
export async function requestPage(
	source: PageSource,
	offset: number,
	cancelSignal: AbortSignal,
): Promise<Answer> {
	const sent = await send(source, offset, cancelSignal);
	const answer = 'failure' in sent ? sent : readPage(sent, source, offset);
	return 'failure' in answer
		? { failure: redactFailure(answer.failure, source.connection) }
		: answer;
}

function readPage(answer: HttpAnswer, { connection, limit }: PageSource, offset: number): Answer {
	try {
		const read = readAnswer(answer, { offset, limit });
		if ('failure' in read) return read;
		const records = redactRecords(read.page.records, answer.body, connection);
		return { page: { ...read.page, records } };
	} catch {
		// Lists in lists, thousands of them, are too much for the stack.
		return { failure: { kind: 'notAPage', found: 'records that are nested too deeply' } };
	}
}

async function send(
	source: PageSource,
	offset: number,
	cancelSignal: AbortSignal,
): Promise<HttpAnswer | { failure: Failure }> {
	if (cancelSignal.aborted) return { failure: { kind: 'cancelled' } };
	const { context, connection, limit, timeout } = source;
	const deadline = AbortSignal.timeout(timeout);
	const signal = AbortSignal.any([deadline, cancelSignal]);
	try {
		const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
			withCancelSignal(context, signal),
			CREDENTIAL,
			requestOptions(source, { offset, limit }, signal),
			{ credentialsDecrypted: decrypted(connection) },
		);
		return isHttpAnswer(answer)
			? answer
			: { failure: { kind: 'notAPage', found: 'no HTTP answer' } };
	} catch (error) {
		if (cancelSignal.aborted) return { failure: { kind: 'cancelled' } };
		if (deadline.aborted) return { failure: { kind: 'timeout', milliseconds: timeout } };
		return { failure: networkFailure(error) };
	}
}

function requestOptions(
	{ connection, operationName, timeout }: PageSource,
	{ offset, limit }: PageRequest,
	signal: AbortSignal,
): IHttpRequestOptions {
	return {
		method: 'GET',
		url: `${connection.baseUrl}/${operationName}`,
		headers: { accept: 'application/json', ...pageHeaders(offset, limit) },
		// The body as it came: n8n's helper would hide that an answer was not JSON.
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n's helper would take the API key along to whatever host a redirect names.
		disableFollowRedirect: true,
		// The deadline ends the request; this only keeps n8n's own limit of five minutes out of its way.
		timeout: timeout + 1000,
		abortSignal: signal,
	};
}

/**
 * n8n's helper replaces a request's signal by the context's own (n8n-core 2.41,
 * request-helpers/authentication), which knows of no deadline; so it is given ours there.
 * Not by `Object.create`: V8 keeps an object's prototype for two major collections longer, and
 * with this one all data of an execution that has ended.
 */
function withCancelSignal(context: ReadContext, signal: AbortSignal): ReadContext {
	return new Proxy(context, {
		get: (target, name): unknown =>
			name === 'getExecutionCancelSignal' ? () => signal : Reflect.get(target, name),
	});
}

/** Handed to the helper with each request, which would else read and decrypt it each time. */
function decrypted(connection: Connection): ICredentialsDecrypted {
	const data: ICredentialDataDecryptedObject = { ...connection };
	return { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
}

function isHttpAnswer(value: unknown): value is HttpAnswer {
	return (
		typeof value === 'object' &&
		value !== null &&
		'statusCode' in value &&
		typeof value.statusCode === 'number' &&
		'headers' in value &&
		typeof value.headers === 'object' &&
		value.headers !== null &&
		'body' in value &&
		typeof value.body === 'string'
	);
}

function networkFailure(error: unknown): Failure {
	const code = codeOf(error);
	if (code === undefined) {
		return { kind: 'notSent', reason: error instanceof Error ? error.message : '' };
	}
	if (/CERT|SIGNATURE|ALTNAME/.test(code)) return { kind: 'certificate', code };
	// What Node makes of an answer that is no TLS, and of TLS where HTTP was expected.
	if (/^EPROTO$|WRONG_VERSION|PACKET_LENGTH|HPE_INVALID_CONSTANT/.test(code)) {
		return { kind: 'protocol', code };
	}
	return { kind: 'connection', code };
}

/**
 * n8n wraps what the network said, so its code may lie some causes deep. n8n 1.123 loses the cause
 * and keeps the code in the place of a status (n8n-workflow 1.120, ExecutionBaseError).
 */
function codeOf(error: unknown): string | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if ('code' in cause && typeof cause.code === 'string') return cause.code;
	}
	const hasCode = error instanceof Error && 'httpCode' in error;
	return hasCode && typeof error.httpCode === 'string' ? error.httpCode : undefined;
}
