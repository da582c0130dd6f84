import { sleep, type ICredentialTestFunctions } from 'n8n-workflow';
import { failure, timedOut, type Failure } from '../errors/failures';
import { withoutQuote } from '../errors/redact';
import { isResponse } from './client';
import { secretsOf, type Connection } from './connection';
import { COMMON_HEADERS, identityHeaders, pageHeaders } from './headers';
import { isObject } from './json';
import { networkFailure } from './network';
import { MAX_PAGE_SIZE } from './page';
import { acceptBody, describeText, failureIn } from './response';

/** The path that tests a key (specification, section 4.2). */
const PING = 'Ping';

/** Requests Ping once. Never throws. @returns why the service did not answer as specified, without the key */
export async function ping(
	request: ICredentialTestFunctions['helpers']['request'],
	connection: Connection,
	milliseconds: number,
): Promise<Failure | undefined> {
	const options = {
		uri: `${connection.baseUrl}/${PING}`,
		// Every header that any GET needs: the specification leaves open which ones Ping needs.
		headers: {
			...COMMON_HEADERS,
			...identityHeaders(connection),
			...pageHeaders(0, MAX_PAGE_SIZE),
		},
		followRedirect: false,
		encoding: null,
		resolveWithFullResponse: true,
		simple: false,
		timeout: milliseconds + 1_000,
	};
	// The only helper that n8n gives to the test of a credential takes no signal.
	const late = sleep(milliseconds).then(() => timedOut(milliseconds));
	const answer = request(options).then(pongFailure, (error: unknown) =>
		networkFailure(error, connection.baseUrl),
	);
	const found = await Promise.race([answer, late]);
	return found && withoutQuote(found, secretsOf(connection));
}

/** Whether Pong comes as text or in an envelope is not specified (specification, section 4.2). */
function pongFailure(answer: unknown): Failure | undefined {
	const given = isObject(answer) ? answer : {};
	const response = { ...given, body: asBytes(given.body) };
	// The helper drops an incomplete body.
	const isBroken = given.statusCode === 200 && given.body === undefined;
	if (isBroken || !isResponse(response)) return failure('connectionLost');
	const body = acceptBody(response, PING);
	if ('failure' in body) {
		// A credential has no list name that could be wrong.
		return response.statusCode === 404 ? failure('notPong', { fill: 'status 404' }) : body.failure;
	}
	const { text, json } = body;
	const refused = isObject(json) ? failureIn(json) : undefined;
	if (refused) return refused;
	const isEnvelope = isObject(json) && json.IsSuccess === true;
	const pongs = isEnvelope ? [json.Payload].flat() : [json ?? text];
	if (pongs.length === 1 && isPong(pongs[0])) return undefined;
	return failure('notPong', { fill: json === undefined ? describeText(text) : 'other JSON' });
}

/** Before n8n 2, the helper returns the body as text unless the status is 200. */
function asBytes(body: unknown): Uint8Array {
	return body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : '');
}

function isPong(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === 'Pong';
}
