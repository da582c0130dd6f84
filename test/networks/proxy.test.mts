import { RequestError, Server, type PrepareRequestFunction } from 'proxy-chain';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { statusFailure } from '../../nodes/CustomerData/api/response';
import { failure, type Failure } from '../../nodes/CustomerData/errors/failures';
import { withoutJitter } from '../engine/support/time.mts';
import { expectFailure, expectSuccess, RECORDS, serve } from './support/network.mts';

/** One for 50 records, one for each 48 more, and Ping. */
const REQUESTS = 1 + Math.ceil((RECORDS - 50) / 48) + 1;

withoutJitter();

beforeEach(() => {
	for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
		vi.stubEnv(name, undefined);
		vi.stubEnv(name.toLowerCase(), undefined);
	}
});
afterEach(() => {
	vi.unstubAllEnvs();
});

/** n8n reads these anew for each request. */
function use(proxyUrl: string, names = ['HTTP_PROXY', 'HTTPS_PROXY']): void {
	for (const name of names) vi.stubEnv(name, proxyUrl);
}

interface Proxy {
	prepare?: PrepareRequestFunction;
	/** In front of its address. */
	login?: string;
	/** The variables that name it. */
	names?: string[];
}

/** Starts a proxy for n8n to use until the test ends. */
async function useProxy({ prepare, login = '', names }: Proxy = {}): Promise<Server> {
	const proxy = new Server({ port: 0, host: '127.0.0.1', prepareRequestFunction: prepare });
	await proxy.listen();
	onTestFinished(async () => await proxy.close(true));
	use(`http://${login}127.0.0.1:${proxy.port}`, names);
	return proxy;
}

const hangUp: PrepareRequestFunction = ({ request }) => void request.socket.destroy();
const PROTECTED: Proxy = {
	prepare: ({ username, password }) => ({
		requestAuthentication: username !== 'n8n' || password !== 'p@ss',
	}),
};
const forbid: PrepareRequestFunction = () => {
	throw new RequestError('Not to this host', 403);
};

const refused = (status: number) => statusFailure(status, { path: 'GetCustomers', says: '' });
const proxyFailed = (code: string) => failure('proxyFailed', { code });
const lost = failure('connectionLost', { code: 'ECONNRESET' });

describe.each(['http', 'https'] as const)('a service at %s:// behind a proxy', (scheme) => {
	const start = async () => await serve(scheme === 'http' ? {} : { certificate: 'trusted' });
	const through = ({ stats }: Server) =>
		scheme === 'http' ? stats.httpRequestCount : stats.connectRequestCount;

	it.each<[string, Proxy]>([
		['through the proxy', {}],
		['through the proxy that ALL_PROXY names', { names: ['ALL_PROXY'] }],
		['through a proxy with a password', { ...PROTECTED, login: 'n8n:p%40ss@' }],
	])('is read %s', async (_, options) => {
		const proxy = await useProxy(options);
		await expectSuccess(await start(), { parallelRequests: 1 });
		expect(through(proxy)).toBe(REQUESTS);
	});

	it('is read past the proxy where NO_PROXY names it', async () => {
		const proxy = await useProxy();
		vi.stubEnv('NO_PROXY', 'elsewhere.example.com,127.0.0.1');
		await expectSuccess(await start());
		expect(through(proxy)).toBe(0);
	});

	it.each<[string, () => unknown, Failure]>([
		['is down', () => use('http://127.0.0.1:9'), proxyFailed('ECONNREFUSED')],
		['is not found', () => use('http://nowhere.invalid:3128'), proxyFailed('ENOTFOUND')],
		['wants another password', () => useProxy({ ...PROTECTED, login: 'n8n:no@' }), refused(407)],
		['does not allow it', () => useProxy({ prepare: forbid }), refused(403)],
		[
			'hangs up',
			() => useProxy({ prepare: hangUp }),
			scheme === 'http' ? lost : failure('proxyFailed'),
		],
	])('is not reached when the proxy %s', async (_, arrange, expected) => {
		await arrange();
		await expectFailure(await start(), expected);
	});
});
