import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { failure, timedOut, type Failed } from '../errors/failures';
import { keepSecrets } from '../errors/redact';
import { connectionOf, secretsOf, type Connection } from './connection';
import { COMMON_HEADERS } from './headers';
import { isObject } from './json';
import { networkFailure } from './network';

const CREDENTIAL = 'customerDataApi';

/** A checked credential, and the context of n8n that sends its requests. */
export interface Client {
	context: IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;
	connection: Connection;
	signal?: AbortSignal | undefined;
	/** Whether the credential holds no expression, so that every input item has the same. */
	isFixed: boolean;
}

/** Status, headers with lower-case names, and the body's bytes. */
export interface ServiceResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: Uint8Array;
}

/** @param itemIndex the input item that expressions in the credential are resolved for; the first by default */
export async function clientFor(context: Client['context'], itemIndex?: number): Promise<Client> {
	const credential = await context.getCredentials(CREDENTIAL, itemIndex);
	const connection = connectionOf(credential);
	keepSecrets(secretsOf(connection), context);
	return { context, connection, isFixed: credential.isFixed === true };
}

/**
 * Sends one request. Never throws: if there is no response, it returns a failure. A response can have any status.
 *
 * @param timeout milliseconds until the last byte of the response
 */
export async function send(
	{ context, connection }: Client,
	{ path, headers, timeout }: { path: string; headers: Record<string, string>; timeout: number },
	cancelSignal: AbortSignal,
): Promise<ServiceResponse | Failed> {
	const deadline = AbortSignal.timeout(timeout);
	const abortSignal = AbortSignal.any([deadline, cancelSignal]);
	const request: IHttpRequestOptions = {
		url: `${connection.baseUrl}/${path}`,
		headers: { ...COMMON_HEADERS, ...headers },
		// n8n's helper would hide that a response is not JSON, and replace what is not UTF-8.
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n's helper would send the API key to any host that a redirect names.
		disableFollowRedirect: true,
		// Longer than our deadline, so that n8n's limit of five minutes never applies.
		timeout: timeout + 1000,
		abortSignal,
	};
	// Saves the helper from decrypting the credential for each request.
	const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data: connection };
	try {
		const { httpRequestWithAuthentication } = context.helpers;
		const sent = httpRequestWithAuthentication.call(context, CREDENTIAL, request, {
			credentialsDecrypted,
		});
		// The helper overwrites the signal before its first await (n8n-core 2.41, request-helpers).
		request.abortSignal = abortSignal;
		const response: unknown = await sent;
		if (isResponse(response)) return response;
		return { failure: failure('notAPage', { fill: 'no HTTP response' }) };
	} catch (error) {
		if (cancelSignal.aborted) return { failure: failure('canceled') };
		if (deadline.aborted) return { failure: timedOut(timeout) };
		return { failure: networkFailure(error, connection.baseUrl) };
	}
}

export function isResponse(value: unknown): value is ServiceResponse {
	if (!isObject(value) || typeof value.statusCode !== 'number') return false;
	return isObject(value.headers) && value.body instanceof Uint8Array;
}
