import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { isObject } from '../guards';
import type { Failure } from '../paging/failure';
import { type Connection, readConnection } from './connection';
import { networkFailure } from './network';

const CREDENTIAL = 'customerDataApi';

export type ServiceContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** The service, as one part of n8n reaches it. */
export interface Service {
	context: ServiceContext;
	connection: Connection;
	/** Ends whatever is under way. */
	signal?: AbortSignal | undefined;
}

/** @throws UserError that names a field of the credential that cannot be sent */
export async function connect(context: ServiceContext, itemIndex?: number): Promise<Service> {
	const credential = await context.getCredentials(CREDENTIAL, itemIndex);
	return { context, connection: readConnection(credential) };
}

export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Relative to the base URL, without a leading slash. */
	path: string;
	headers?: Record<string, string>;
	/** Sent as JSON. */
	body?: IDataObject;
	/** Milliseconds until the last byte of the response. */
	timeout: number;
}

/** Status, headers with lower-case names, and the body's bytes. */
export interface ServiceResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: Uint8Array;
}

/**
 * Sends one request and follows no redirect. Never throws: what goes wrong before there is a
 * response is a failure. Any status counts as a response.
 */
export async function send(
	{ context, connection }: Service,
	request: ServiceRequest,
	cancelSignal: AbortSignal,
): Promise<ServiceResponse | { failure: Failure }> {
	const deadline = AbortSignal.timeout(request.timeout);
	const signal = AbortSignal.any([deadline, cancelSignal]);
	// Without it, the helper reads and decrypts the credential again for each request.
	const credentialsDecrypted = {
		id: '',
		name: CREDENTIAL,
		type: CREDENTIAL,
		data: { ...connection },
	};
	try {
		const sending: Promise<unknown> = context.helpers.httpRequestWithAuthentication.call(
			withCancelSignal(context, signal),
			CREDENTIAL,
			requestOptions(connection, request, signal),
			{ credentialsDecrypted },
		);
		const response = await unlessAborted(sending, signal);
		if (isResponse(response)) return response;
		return { failure: { kind: 'notAPage', found: 'no HTTP response' } };
	} catch (error) {
		if (cancelSignal.aborted) return { failure: { kind: 'cancelled' } };
		if (deadline.aborted) return { failure: { kind: 'timeout', milliseconds: request.timeout } };
		return { failure: networkFailure(error, connection) };
	}
}

function requestOptions(
	{ baseUrl }: Connection,
	{ method, path, headers, body, timeout }: ServiceRequest,
	signal: AbortSignal,
): IHttpRequestOptions {
	return {
		method,
		url: `${baseUrl}/${path}`,
		headers: { accept: 'application/json', ...headers },
		...(body && { body }),
		// The body as it came: n8n's helper would hide that a response is not JSON, and replace what is not UTF-8.
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n's helper would send the API key to whatever host a redirect names.
		disableFollowRedirect: true,
		// The deadline ends the request; this only keeps n8n's limit of five minutes out of its way.
		timeout: timeout + 1000,
		abortSignal: signal,
	};
}

/**
 * n8n's helper replaces a request's signal by the context's own (n8n-core 2.41,
 * request-helpers/authentication), so the context hands out ours. Not by `Object.create`: V8 keeps
 * a prototype, and with it all data of an execution, for two major collections longer.
 */
function withCancelSignal(context: ServiceContext, signal: AbortSignal): ServiceContext {
	return new Proxy(context, {
		get: (target, name): unknown =>
			name === 'getExecutionCancelSignal' ? () => signal : Reflect.get(target, name),
	});
}

/**
 * Rejects once the signal fires. n8n 1.85 (axios 1.8) stops listening to it, and never answers, when
 * a body is not compressed as its header says.
 */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	return await new Promise((resolve, reject) => {
		const abort = () => reject(new Error('The request was aborted'));
		signal.addEventListener('abort', abort, { once: true });
		void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}

export function isResponse(value: unknown): value is ServiceResponse {
	return (
		isObject(value) &&
		typeof value.statusCode === 'number' &&
		isObject(value.headers) &&
		value.body instanceof Uint8Array
	);
}
