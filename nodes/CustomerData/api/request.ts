import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { isObject } from '../guards';
import { type Connection, readConnection } from './connection';
import { type Failure, failure, timedOut } from './failures';
import { networkFailure } from './network';

const CREDENTIAL = 'customerDataApi';

/** The service, as one part of n8n reaches it. */
export interface Client {
	context: IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;
	connection: Connection;
	signal?: AbortSignal | undefined;
}

/** Status, headers with lower-case names, and the body's bytes. */
export interface ServiceResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: Uint8Array;
}

/** @throws UserError that names a field of the credential that cannot be sent */
export async function connect(context: Client['context'], itemIndex?: number): Promise<Client> {
	const credential = await context.getCredentials(CREDENTIAL, itemIndex);
	return { context, connection: readConnection(credential) };
}

/**
 * Sends one GET request and follows no redirect. Never throws: what goes wrong before there is a
 * response is a failure. Any status counts as a response.
 *
 * @param path relative to the base URL, without a leading slash
 * @param timeout milliseconds until the last byte of the response
 */
export async function send(
	{ context, connection }: Client,
	{ path, headers, timeout }: { path: string; headers: Record<string, string>; timeout: number },
	cancelSignal: AbortSignal,
): Promise<ServiceResponse | { failure: Failure }> {
	const deadline = AbortSignal.timeout(timeout);
	const signal = AbortSignal.any([deadline, cancelSignal]);
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			withCancelSignal(context, signal),
			CREDENTIAL,
			{
				method: 'GET',
				url: `${connection.baseUrl}/${path}`,
				headers: { accept: 'application/json', ...headers },
				// n8n's helper would hide that a response is not JSON, and replace what is not UTF-8.
				encoding: 'arraybuffer',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				// n8n's helper would send the API key to whatever host a redirect names.
				disableFollowRedirect: true,
				// The deadline ends the request; this only keeps n8n's limit of five minutes out of its way.
				timeout: timeout + 1000,
				abortSignal: signal,
			},
			// Without it, the helper reads and decrypts the credential again for each request.
			{
				credentialsDecrypted: {
					id: '',
					name: CREDENTIAL,
					type: CREDENTIAL,
					data: connection,
				},
			},
		);
		if (isResponse(response)) return response;
		return { failure: failure('notAPage', { fill: 'no HTTP response' }) };
	} catch (error) {
		if (cancelSignal.aborted) return { failure: failure('cancelled') };
		if (deadline.aborted) return { failure: timedOut(timeout) };
		return { failure: networkFailure(error, connection.baseUrl) };
	}
}

/**
 * n8n's helper replaces a request's signal by the context's own (n8n-core 2.41,
 * request-helpers/authentication), so the context hands out ours. Not by `Object.create`: V8 keeps
 * a prototype, and with it all data of an execution, for two major collections longer.
 */
function withCancelSignal(context: Client['context'], signal: AbortSignal): Client['context'] {
	return new Proxy(context, {
		get: (target, name): unknown =>
			name === 'getExecutionCancelSignal' ? () => signal : Reflect.get(target, name),
	});
}

export function isResponse(value: unknown): value is ServiceResponse {
	if (!isObject(value) || typeof value.statusCode !== 'number') return false;
	return isObject(value.headers) && value.body instanceof Uint8Array;
}
