import dns from 'node:dns';
import { isIP, Socket } from 'node:net';
import { afterEach, describe, inject, it, vi } from 'vitest';

import { failure } from '../../nodes/CustomerData/api/failures';
import { useService } from '../engine/support/service.mts';
import { expectFailure, expectSuccess, RECORDS } from './support/attempt.mts';
import { HAS_IPV6, reachedAt } from './support/front.mts';

const service = useService({ sizes: { customers: RECORDS } });
const BOTH = ['::1', '127.0.0.1'];

// n8n 2.41 gives Node's url.parse an IPv6 address without brackets.
process.noDeprecation = true;
afterEach(() => vi.restoreAllMocks());

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

/** The service, at the port where it is reached, by a name. */
const named = (reached: { baseUrl: string }) => ({
	...service(),
	baseUrl: reached.baseUrl.replace(/\/\/.+:/, '//service.example.com:'),
});

describe.skipIf(!HAS_IPV6)('a service at an IPv6 address', () => {
	it.each(['http', 'https'])('is read at %s://[::1]', async (scheme) => {
		const certificate = scheme === 'https' ? inject('certificates').trusted : undefined;
		await expectSuccess(await reachedAt(service(), { host: '::1', certificate }));
	});

	it.each([BOTH, BOTH.toReversed()])(
		'is read by a name that stands for %s and %s',
		async (...addresses) => {
			const reached = await reachedAt(service(), { host: '::1' });
			resolveTo(addresses);
			await expectSuccess(named(reached));
		},
	);

	it('is not reached where nobody listens', async () => {
		const { port } = new URL(service().baseUrl);
		await expectFailure(
			{ ...service(), baseUrl: `http://[::1]:${port}/rest/v1` },
			failure('hostNotReached', { code: 'ECONNREFUSED' }),
		);
	});
});

describe('a service at an IPv4 address', () => {
	it.each([BOTH, BOTH.toReversed()])(
		'is read by a name that stands for %s and %s',
		async (...addresses) => {
			resolveTo(addresses);
			await expectSuccess(named(service()));
		},
	);
});

describe('n8n without IPv6', () => {
	/** What Node emits when the system has no such address, or no way there. */
	it.each(['EADDRNOTAVAIL', 'ENETUNREACH'])('does not reach an IPv6 address: %s', async (code) => {
		vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
			const error = Object.assign(new Error(`connect ${code} ::1:80`), { code, port: 80 });
			process.nextTick(() => this.destroy(error));
			return this;
		});
		await expectFailure(
			{ ...service(), baseUrl: 'http://[::1]/rest/v1' },
			failure('hostNotReached', { code }),
		);
	});
});
