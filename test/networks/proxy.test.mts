import { createServer, type Socket } from 'node:net';
import { type PrepareRequestFunction, RequestError, Server } from 'proxy-chain';
import { beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';

import { useService } from '../engine/support/service.mts';
import { expectSuccess, expectWords, RECORDS, type Words } from './support/attempt.mts';
import { listen, reachedAt } from './support/front.mts';

const service = useService({ sizes: { customers: RECORDS } });
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

describe.each(SCHEMES)('a service at %s:// behind a proxy', (scheme) => {
	const through = ({ stats }: Server) =>
		scheme === 'http' ? stats.httpRequestCount : stats.connectRequestCount;

	it('is read through the proxy', async () => {
		const proxy = await useProxy();
		await expectSuccess(await reachedBy(scheme), { parallelRequests: 1 });
		expect(through(proxy)).toBe(RECORDS / 50 + 1);
	});

	it('is read through the proxy that ALL_PROXY names', async () => {
		const proxy = await useProxy();
		vi.stubEnv('ALL_PROXY', process.env.HTTP_PROXY);
		vi.stubEnv('HTTP_PROXY', undefined);
		vi.stubEnv('HTTPS_PROXY', undefined);
		await expectSuccess(await reachedBy(scheme), { parallelRequests: 1 });
		expect(through(proxy)).toBe(RECORDS / 50 + 1);
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

	const TRY_LATER =
		'Try again later. If this keeps happening, contact the administrator of your n8n, who sets HTTP_PROXY and HTTPS_PROXY.';

	it.each([
		['is down', 'http://127.0.0.1:9', 'ECONNREFUSED'],
		['is not found', 'http://nowhere.invalid:3128', 'ENOTFOUND'],
	])('is not reached when the proxy %s', async (_, proxyUrl, code) => {
		use(proxyUrl);
		const message = 'n8n could not connect through its proxy';
		await expectWords(await reachedBy(scheme), { message, advice: TRY_LATER, code });
	});

	it('is not reached when the proxy wants another user name or password', async () => {
		await useProxy(() => ({ requestAuthentication: true }), 'n8n:wrong@');
		await expectWords(await reachedBy(scheme), {
			message: 'n8n could not sign in to its proxy (status 407)',
			advice:
				'Ask the administrator of your n8n to check the user name and password in HTTP_PROXY and HTTPS_PROXY.',
		});
	});

	it('is not reached when the proxy does not allow it', async () => {
		await useProxy(() => {
			throw new RequestError('Not to this host', 403);
		});
		const advice =
			'Use a key that has access, or ask the person who manages the keys. If your n8n uses a proxy, the proxy may have refused.';
		const message = 'The API key is not allowed to use GetCustomers (status 403)';
		await expectWords(await reachedBy(scheme), { message, advice });
	});

	it('is not reached when the proxy hangs up', async () => {
		const hangUp = (socket: Socket) => socket.once('data', () => socket.end());
		use(`http://127.0.0.1:${await listen(createServer(hangUp))}`);
		const words: Record<typeof scheme, Words> = {
			http: {
				message: 'The connection to the service was lost',
				advice: "Try again later. If this keeps happening, contact the service's support.",
				code: 'ECONNRESET',
			},
			https: { message: 'n8n could not connect through its proxy', advice: TRY_LATER },
		};
		await expectWords(await reachedBy(scheme), words[scheme]);
	});
});
