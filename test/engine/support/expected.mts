import nock, { type Interceptor } from 'nock';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

const HOST = 'https://api.example.com';
const PATH = '/rest/v1';

/** Of a service that exists in a file's tests alone. */
export const credential = { baseUrl: HOST + PATH, apiKey: 'demo-api-key', companyId: '1001' };

/**
 * Lets no request of a file's tests reach a network. A test fails if it does not send each request that it
 * expects, or sends another one.
 */
export function sendsExactlyWhatIsExpected(): void {
	const unexpected: string[] = [];
	const note = ({ method = '', path = '' }) => unexpected.push(`${method} ${path}`);
	beforeAll(() => {
		// Files share a worker, and the one before has restored it.
		if (!nock.isActive()) nock.activate();
		nock.disableNetConnect();
		nock.emitter.on('no match', note);
	});
	afterEach(() => {
		const pending = nock.pendingMocks();
		nock.abortPendingRequests();
		nock.cleanAll();
		expect({ pending, unexpected: unexpected.splice(0) }).toEqual({ pending: [], unexpected: [] });
	});
	afterAll(() => {
		nock.emitter.off('no match', note);
		nock.enableNetConnect();
		nock.restore();
	});
}

/** A request that has to be sent once, before others that are alike. */
export function expected(operation: string, headers: Record<string, string> = {}): Interceptor {
	const request = nock(HOST).get(`${PATH}/${operation}`);
	for (const [name, value] of Object.entries(headers)) request.matchHeader(name, value);
	return request;
}
