import { isObject } from '../guards';
import { type Connection, identityHeaders } from './connection';
import { type Failure, failure, timedOut } from './failures';
import { networkFailure } from './network';
import { MAX_PAGE_SIZE, pageHeaders } from './page';
import { withoutKey } from './redact';
import { isResponse } from './request';
import { describeText, readBody, refusalIn } from './response';

/** The path that tests a key (specification, section 4.2). */
const PING = 'Ping';

/** The helper that n8n gives to a test of credentials, the only one there. */
type RequestHelper = (options: object) => Promise<unknown>;

/** @returns why the service did not answer Ping as specified, without the key; `undefined` when it did */
export async function ping(
	request: RequestHelper,
	connection: Connection,
	milliseconds: number,
): Promise<Failure | undefined> {
	const deadline = AbortSignal.timeout(milliseconds);
	const options = {
		method: 'GET',
		uri: `${connection.baseUrl}/${PING}`,
		// Every header that any GET needs: the specification leaves open which ones Ping needs.
		headers: {
			accept: 'application/json',
			...identityHeaders(connection),
			...pageHeaders(0, MAX_PAGE_SIZE),
		},
		followRedirect: false,
		encoding: null,
		resolveWithFullResponse: true,
		simple: false,
		timeout: milliseconds,
	};
	let found: Failure | undefined;
	try {
		found = failureIn(await unlessAborted(request(options), deadline));
	} catch (error) {
		found = deadline.aborted ? timedOut(milliseconds) : networkFailure(error, connection.baseUrl);
	}
	return found && withoutKey(found, connection.apiKey);
}

/** Whether Pong comes as text or in an envelope is not specified (specification, section 4.2). */
function failureIn(answer: unknown): Failure | undefined {
	const response = withBody(answer);
	if (!isResponse(response)) return failure('connectionLost');
	const body = readBody(response, PING);
	if ('failure' in body) return body.failure;
	const { text, json } = body;
	if (isPong(text) || isPong(json)) return undefined;
	if (!isObject(json)) {
		return failure('notPong', { fill: json === undefined ? describeText(text) : 'other JSON' });
	}
	const pongs = json.IsSuccess === true ? [json.Payload].flat() : [];
	if (pongs.length === 1 && pongs.every(isPong) && !refusalIn(json)) return undefined;
	return refusalIn(json) ?? failure('notPong', { fill: 'other JSON' });
}

/**
 * The helper leaves out a body that breaks off, or is not compressed as declared: a status other than
 * 200 says enough without it. Before n8n 2, it makes text of the body of such a status.
 */
function withBody(response: unknown): unknown {
	if (!isObject(response) || response.body instanceof Uint8Array) return response;
	if (typeof response.body === 'string') return { ...response, body: Buffer.from(response.body) };
	return response.statusCode === 200 ? response : { ...response, body: Buffer.alloc(0) };
}

function isPong(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === 'Pong';
}

/** Rejects once the signal fires: this helper of n8n takes none. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	return await new Promise((resolve, reject) => {
		signal.addEventListener('abort', () => reject(new Error('No response in time')), {
			once: true,
		});
		promise.then(resolve, reject);
	});
}
