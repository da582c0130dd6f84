import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
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

/** Every place in n8n that can send a request. */
export type ServiceContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/** The service, as one part of n8n reaches it. */
export interface Service {
	context: ServiceContext;
	connection: Connection;
	/** Ends whatever is under way. */
	signal?: AbortSignal | undefined;
}

/**
 * @param itemIndex the input item whose expressions the credential is read with
 * @throws UserError that names a field of the credential that cannot be sent
 */
export async function connect(context: ServiceContext, itemIndex?: number): Promise<Service> {
	return {
		context,
		connection: readConnection(await context.getCredentials(CREDENTIAL, itemIndex)),
	};
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

/** Status, headers with lower-case names, and the body as text. */
export interface ServiceResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: string;
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
	if (cancelSignal.aborted) return { failure: { kind: 'cancelled' } };
	const deadline = AbortSignal.timeout(request.timeout);
	const signal = AbortSignal.any([deadline, cancelSignal]);
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			withCancelSignal(context, signal),
			CREDENTIAL,
			requestOptions(connection, request, signal),
			{ credentialsDecrypted: decrypted(connection) },
		);
		return isResponse(response)
			? response
			: { failure: { kind: 'notAPage', found: 'no HTTP response' } };
	} catch (error) {
		if (cancelSignal.aborted) return { failure: { kind: 'cancelled' } };
		if (deadline.aborted) return { failure: { kind: 'timeout', milliseconds: request.timeout } };
		return { failure: networkFailure(error) };
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
		// The body as it came: n8n's helper would hide that a response is not JSON.
		encoding: 'text',
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
 * request-helpers/authentication), so the context has to hand out ours.
 * Not by `Object.create`: V8 keeps an object's prototype for two major collections longer, and
 * with it all data of an execution that has ended.
 */
function withCancelSignal(context: ServiceContext, signal: AbortSignal): ServiceContext {
	return new Proxy(context, {
		get: (target, name): unknown =>
			name === 'getExecutionCancelSignal' ? () => signal : Reflect.get(target, name),
	});
}

/** Given to the helper with each request; otherwise it reads and decrypts the credential again. */
function decrypted(connection: Connection): ICredentialsDecrypted {
	const data: ICredentialDataDecryptedObject = { ...connection };
	return { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
}

function isResponse(value: unknown): value is ServiceResponse {
	return (
		isObject(value) &&
		typeof value.statusCode === 'number' &&
		isObject(value.headers) &&
		typeof value.body === 'string'
	);
}
