import dns from 'node:dns';
import type { RequestListener } from 'node:http';
import { isIP } from 'node:net';
import { expect, it, vi } from 'vitest';
import { failure, type Failure } from '../../nodes/CustomerData/errors/failures';
import { withoutJitter } from '../engine/support/time.mts';
import { expectFailure, expectSuccess, HAS_IPV6, serve, type Place } from './support/network.mts';

withoutJitter();

it.for<[string, Place]>([
	['with a certificate of a private authority', { certificate: 'trusted' }],
	['with that certificate, by its name', { certificate: 'trusted', as: 'localhost' }],
	['at an IPv6 address', { host: '::1' }],
	['at an IPv6 address with a certificate', { host: '::1', certificate: 'trusted' }],
])('reads a service %s', async ([, place], { skip }) => {
	skip(Boolean(place.host) && !HAS_IPV6);
	await expectSuccess(await serve(place));
});

it.for(['127.0.0.1', '::1'])(
	'reads a service at %s by a name that stands for addresses of both kinds',
	async (host, { skip }) => {
		skip(host === '::1' && !HAS_IPV6);
		const service = await serve({ host, as: 'service.example.com' });
		const found = ['::1', '127.0.0.1'].map((address) => ({ address, family: isIP(address) }));
		for (const addresses of [found, found.toReversed()]) {
			vi.spyOn(dns, 'lookup').mockImplementation(((...[, , done]: LookupArguments) => {
				process.nextTick(() => done(null, addresses));
			}) as typeof dns.lookup);
			await expectSuccess(service);
		}
	},
);

type LookupArguments = [
	string,
	dns.LookupAllOptions,
	(error: null, addresses: dns.LookupAddress[]) => void,
];

const FOR_KNOWN_CLIENTS = { requestCert: true, maxVersion: 'TLSv1.2' } as const;
const OLD = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;

it.for<[Failure['name'], string, Place]>([
	['badCertificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', { certificate: 'unknown' }],
	['badCertificate', 'CERT_HAS_EXPIRED', { certificate: 'expired' }],
	['badCertificate', 'ERR_TLS_CERT_ALTNAME_INVALID', { certificate: 'elsewhere' }],
	['wrongProtocol', 'EPROTO', { certificate: 'trusted', tls: FOR_KNOWN_CLIENTS }],
	['wrongProtocol', 'EPROTO', { certificate: 'trusted', tls: OLD }],
	['localhostRefused', 'ECONNREFUSED', { as: '[::1]' }],
])('says %s (%s), and sends nothing: %j', async ([name, code, place], { skip }) => {
	skip(place.as === '[::1]' && !HAS_IPV6);
	const service = await serve(place);
	const { host } = new URL(service.baseUrl);
	const quote = { intro: 'The host is', text: host };
	const isNamed = name === 'localhostRefused';
	await expectFailure(service, failure(name, { code, ...(isNamed && { quote }) }));
	expect(service.requests).toEqual([]);
});

it.each<[string, RequestListener]>([
	['between two requests', ({ socket }, response) => response.once('finish', () => socket.end())],
	[
		'while they are idle',
		({ socket }, response) => response.once('finish', () => setTimeout(() => socket.destroy(), 5)),
	],
])('reads a service that closes kept-alive connections %s', async (_, closing) => {
	const service = await serve();
	service.server.prependListener('request', (request, response) => {
		response.setHeader('connection', 'keep-alive').setHeader('keep-alive', 'timeout=60');
		closing(request, response);
	});
	await expectSuccess(service);
});
