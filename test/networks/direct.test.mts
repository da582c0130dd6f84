import dns from 'node:dns';
import type { RequestListener } from 'node:http';
import { isIP, Socket } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { failure, type Failure } from '../../nodes/CustomerData/api/failures';
import { expectFailure, expectSuccess, HAS_IPV6, serve, type Place } from './support/network.mts';

beforeEach(() => {
	// Without jitter a back-off takes no time.
	vi.spyOn(Math, 'random').mockReturnValue(0);
	return () => vi.restoreAllMocks();
});

it.for<[string, Place & { names?: string[] }]>([
	['with a certificate of a private authority', { certificate: 'trusted' }],
	['with that certificate, by its name', { certificate: 'trusted', as: 'localhost' }],
	['at an IPv6 address', { host: '::1' }],
	['at an IPv6 address with a certificate', { host: '::1', certificate: 'trusted' }],
	['at an IPv6 address, by a name for both', { host: '::1', names: ['::1', '127.0.0.1'] }],
	['at an IPv6 address, by a name for both in turn', { host: '::1', names: ['127.0.0.1', '::1'] }],
	['at an IPv4 address, by a name for both', { names: ['::1', '127.0.0.1'] }],
	['at an IPv4 address, by a name for both in turn', { names: ['127.0.0.1', '::1'] }],
])('reads a service %s', async ([, { names, ...place }], { skip }) => {
	skip(Boolean(place.host) && !HAS_IPV6);
	const service = await serve({ ...place, ...(names && { as: 'service.example.com' }) });
	if (names) resolveTo(names);
	await expectSuccess(service);
});

const isPage = ({ url }: { url?: string }) => url?.endsWith('/GetCustomers');
let pages: number;

describe('a service that closes connections which it promised to keep open', () => {
	beforeEach(() => void (pages = 0));

	it.each<[string, RequestListener]>([
		['between two requests', ({ socket }, response) => response.once('finish', () => socket.end())],
		[
			'while they are idle',
			({ socket }, response) =>
				response.once('finish', () => setTimeout(() => socket.destroy(), 5)),
		],
		[
			'as every fifth request for a page goes out',
			(request) => isPage(request) && pages++ % 5 === 0 && request.socket.resetAndDestroy(),
		],
	])('is read: %s', async (_, closing) => {
		await expectSuccess(await closingConnections(closing));
	});

	it('is said to have lost them: as each request goes out', async () => {
		const service = await closingConnections(({ socket }) => socket.resetAndDestroy());
		await expectFailure(service, failure('connectionLost', { code: 'ECONNRESET' }));
	});
});

describe('a service is not read', () => {
	const badCertificate = (code: string) => failure('badCertificate', { code });
	const wrongProtocol = failure('wrongProtocol', { code: 'EPROTO' });

	it.each<[string, Place, Failure]>([
		[
			'when its certificate is of an unknown authority',
			{ certificate: 'unknown' },
			badCertificate('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
		],
		[
			'when its certificate has expired',
			{ certificate: 'expired' },
			badCertificate('CERT_HAS_EXPIRED'),
		],
		[
			'when its certificate is for another host',
			{ certificate: 'elsewhere' },
			badCertificate('ERR_TLS_CERT_ALTNAME_INVALID'),
		],
		[
			'when it requires a client certificate',
			{ certificate: 'trusted', tls: { requestCert: true, maxVersion: 'TLSv1.2' } },
			wrongProtocol,
		],
		[
			'when it requires an old version of TLS',
			{ certificate: 'trusted', tls: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } },
			wrongProtocol,
		],
	])('%s, and receives no request', async (_, place, expected) => {
		const service = await serve(place);
		await expectFailure(service, expected);
		expect(service.requests).toEqual([]);
	});

	it.skipIf(!HAS_IPV6)('at an IPv6 address where nobody listens', async () => {
		const service = await serve({ as: '[::1]' });
		await expectFailure(service, failure('hostNotReached', { code: 'ECONNREFUSED' }));
	});

	/** What Node emits when the system has no such address, or no way there. */
	it.each(['EADDRNOTAVAIL', 'ENETUNREACH'])(
		'at an IPv6 address by an n8n without IPv6: %s',
		async (code) => {
			const service = await serve({ as: '[::1]' });
			vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
				const { port } = new URL(service.baseUrl);
				const error = Object.assign(new Error(`connect ${code}`), { code, port: Number(port) });
				process.nextTick(() => this.destroy(error));
				return this;
			});
			await expectFailure(service, failure('hostNotReached', { code }));
		},
	);
});

/** Gives every name these addresses, in this order. */
function resolveTo(addresses: string[]): void {
	const found = addresses.map((address) => ({ address, family: isIP(address) }));
	vi.spyOn(dns, 'lookup').mockImplementation(((...[, options, done]: LookupArguments) => {
		process.nextTick(() => done(null, options.all ? found : found[0]?.address));
	}) as typeof dns.lookup);
}

type LookupArguments = [
	string,
	dns.LookupOptions,
	(error: null, found: dns.LookupAddress[] | string | undefined) => void,
];

async function closingConnections(closing: RequestListener) {
	const service = await serve();
	service.server.prependListener('request', (request, response) => {
		response.setHeader('connection', 'keep-alive').setHeader('keep-alive', 'timeout=60');
		closing(request, response);
	});
	return service;
}
