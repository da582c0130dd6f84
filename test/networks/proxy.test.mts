import { createServer, type Socket } from 'node:net';
import { type PrepareRequestFunction, RequestError, Server } from 'proxy-chain';
import { beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';

import { failure, statusFailure } from '../../nodes/CustomerData/api/failures';
import { useService } from '../engine/support/service.mts';
import { expectFailure, expectSuccess, RECORDS } from './support/attempt.mts';
import { listen, reachedAt } from './support/front.mts';

const service = useService({ sizes: { customers: RECORDS } });
/** One for 50 records, one for each 48 more, and Ping. */
const REQUESTS = 1 + Math.ceil((RECORDS - 50) / 48) + 1;
const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];

beforeEach(() => {
	// Without jitter a back-off takes no time.
	vi.spyOn(Math, 'random').mockReturnValue(0);
	for (const name of NAMES.flatMap((upper) => [upper, upper.toLowerCase()])) {
		vi.stubEnv(name, undefined);
	}
	return () => {
		vi.restoreAllMocks();
		vi.unstubAllEnvs();
	};
});

/** n8n reads these anew for each request. */
function use(proxyUrl: string): void {
	vi.stubEnv('HTTP_PROXY', proxyUrl);
	vi.stubEnv('HTTPS_PROXY', proxyUrl);
}

/** Starts a proxy for n8n to use until the test ends. */
async function useProxy(
	prepareRequestFunction?: PrepareRequestFunction,
	login = '',
): Promise<Server> {
	const proxy = new Server({ port: 0, host: '127.0.0.1', prepareRequestFunction });
	await proxy.listen();
	onTestFinished(async () => await proxy.close(true));
	use(`http://${login}127.0.0.1:${proxy.port}`);
	return proxy;
}

const SCHEMES = ['http', 'https'] as const;

async function reachedBy(scheme: (typeof SCHEMES)[number]) {
	const certificate = inject('certificates').trusted;
	return scheme === 'http' ? service() : await reachedAt(service(), { certificate });
}

const refusedWith = (status: number) =>
	statusFailure(status, { operation: 'GetCustomers', says: '' });

describe.each(SCHEMES)('a service at %s:// behind a proxy', (scheme) => {
	const through = ({ stats }: Server) =>
		scheme === 'http' ? stats.httpRequestCount : stats.connectRequestCount;

	it('is read through the proxy', async () => {
		const proxy = await useProxy();
		await expectSuccess(await reachedBy(scheme), { parallelRequests: 1 });
		expect(through(proxy)).toBe(REQUESTS);
	});

	it('is read through the proxy that ALL_PROXY names', async () => {
		const proxy = await useProxy();
		vi.stubEnv('ALL_PROXY', process.env.HTTP_PROXY);
		vi.stubEnv('HTTP_PROXY', undefined);
		vi.stubEnv('HTTPS_PROXY', undefined);
		await expectSuccess(await reachedBy(scheme), { parallelRequests: 1 });
		expect(through(proxy)).toBe(REQUESTS);
	});

	it('is read past the proxy where NO_PROXY names it', async () => {
		const proxy = await useProxy();
		vi.stubEnv('NO_PROXY', 'elsewhere.example.com,127.0.0.1');
		await expectSuccess(await reachedBy(scheme));
		expect(through(proxy)).toBe(0);
	});

	it('is read through a proxy that asks for a user name and password', async () => {
		await useProxy(
			({ username, password }) => ({
				requestAuthentication: username !== 'n8n' || password !== 'p@ss',
			}),
			'n8n:p%40ss@',
		);
		await expectSuccess(await reachedBy(scheme));
	});

	it('is read on after the proxy has hung up', async () => {
		let requests = 0;
		await useProxy(({ request }) => {
			if (++requests % 5 === 0 && requests <= RECORDS / 50) request.socket.destroy();
			return undefined;
		});
		await expectSuccess(await reachedBy(scheme));
	});

	it.each([
		['is down', 'http://127.0.0.1:9', 'ECONNREFUSED'],
		['is not found', 'http://nowhere.invalid:3128', 'ENOTFOUND'],
	])('is not reached when the proxy %s', async (_, proxyUrl, code) => {
		use(proxyUrl);
		await expectFailure(await reachedBy(scheme), failure('proxyFailed', { code }));
	});

	it('is not reached when the proxy wants another user name or password', async () => {
		await useProxy(() => ({ requestAuthentication: true }), 'n8n:wrong@');
		await expectFailure(await reachedBy(scheme), refusedWith(407));
	});

	it('is not reached when the proxy does not allow it', async () => {
		await useProxy(() => {
			throw new RequestError('Not to this host', 403);
		});
		await expectFailure(await reachedBy(scheme), refusedWith(403));
	});

	it('is not reached when the proxy hangs up', async () => {
		const hangUp = (socket: Socket) => socket.once('data', () => socket.end());
		use(`http://127.0.0.1:${await listen(createServer(hangUp))}`);
		const expected =
			scheme === 'http'
				? failure('connectionLost', { code: 'ECONNRESET' })
				: failure('proxyFailed');
		await expectFailure(await reachedBy(scheme), expected);
	});
});
