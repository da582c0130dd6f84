import { isObject } from '../guards';
import type { Failure } from '../paging/failure';
import type { Connection } from './connection';
import { FIELDS, identityHeaders, MAX_PAGE_SIZE, pageHeaders, PING } from './envelope';
import { networkFailure } from './network';
import { describeJson, failureOf, readBody, refusalIn } from './response';
import { OK } from './statuses';
import { isResponse, type ServiceResponse, unlessAborted } from './transport';

/** The helper that n8n gives to a test of credentials, the only one there. */
export type RequestHelper = (options: object) => Promise<unknown>;

/** @returns why the service did not answer Ping as specified; `undefined` when it did */
export async function ping(
	request: RequestHelper,
	connection: Connection,
	milliseconds: number,
): Promise<Failure | undefined> {
	const deadline = AbortSignal.timeout(milliseconds);
	try {
		const sent = request(requestOptions(connection, milliseconds));
		const response = inBytes(await unlessAborted(sent, deadline));
		return isResponse(response)
			? readPong(response, connection.apiKey)
			: { kind: 'connection', code: BODY_LOST };
	} catch (error) {
		if (deadline.aborted) return { kind: 'timeout', milliseconds };
		return networkFailure(error, connection);
	}
}

/** With every header that any GET needs: the specification leaves open which ones Ping needs. */
function requestOptions(connection: Connection, timeout: number): object {
	return {
		method: 'GET',
		uri: `${connection.baseUrl}/${PING}`,
		headers: {
			accept: 'application/json',
			...identityHeaders(connection),
			...pageHeaders(0, MAX_PAGE_SIZE),
		},
		followRedirect: false,
		encoding: null,
		resolveWithFullResponse: true,
		simple: false,
		timeout,
	};
}

/** The code that a body that breaks off has where n8n's helper throws. */
const BODY_LOST = 'ERR_BAD_RESPONSE';

/**
 * The helper leaves out a body that breaks off, or is not compressed as declared; a status other
 * than 200 says enough without it. Before n8n 2, it makes text of the body of such a status.
 */
function inBytes(response: unknown): unknown {
	if (!isObject(response) || response.body instanceof Uint8Array) return response;
	if (typeof response.body === 'string') return { ...response, body: Buffer.from(response.body) };
	return response.statusCode === OK ? response : { ...response, body: Buffer.alloc(0) };
}

/** Whether Pong comes as text or in an envelope is not specified (specification, section 4.2). */
function readPong(response: ServiceResponse, apiKey: string): Failure | undefined {
	const failure = failureOf(response, apiKey);
	if (failure) return failure;
	const { text, json, found } = readBody(response, apiKey);
	if (isPong(text) || isPong(json)) return undefined;
	if (found !== undefined) return { kind: 'notPong', found };
	if (!isObject(json)) return { kind: 'notPong', found: `JSON that is ${describeJson(json)}` };
	const refusal = refusalIn(json, apiKey);
	if (refusal) return refusal;
	if (json[FIELDS.success] === true && isPong(payloadOf(json))) return undefined;
	return { kind: 'notPong', found: 'other JSON' };
}

function isPong(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === 'Pong';
}

/** Elsewhere, a payload is a list (specification, section 2.1): then it is the only entry. */
function payloadOf(envelope: Record<string, unknown>): unknown {
	const payload = envelope[FIELDS.payload];
	return Array.isArray(payload) && payload.length === 1 ? payload[0] : payload;
}
