import type { TlsOptions } from 'node:tls';
import { describe, expect, inject, it } from 'vitest';

import { failure } from '../../nodes/CustomerData/api/failures';
import { useService } from '../engine/support/service.mts';
import { expectFailure, expectSuccess, RECORDS } from './support/attempt.mts';
import { reachedAt } from './support/front.mts';

const service = useService({ sizes: { customers: RECORDS } });

describe('a service with a certificate of a private authority', () => {
	it.each(['127.0.0.1', 'localhost'])(
		'is read where n8n knows the authority, at https://%s',
		async (host) => {
			const certificate = inject('certificates').trusted;
			const reached = await reachedAt(service(), { certificate });
			await expectSuccess({ ...reached, baseUrl: reached.baseUrl.replace('127.0.0.1', host) });
		},
	);

	it.each([
		['is of an unknown authority', 'unknown', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
		['has expired', 'expired', 'CERT_HAS_EXPIRED'],
		['is for another host', 'elsewhere', 'ERR_TLS_CERT_ALTNAME_INVALID'],
	] as const)('receives no request when the certificate %s', async (_, name, code) => {
		const certificate = inject('certificates')[name];
		const reached = await reachedAt(service(), { certificate });
		await expectFailure(reached, failure('badCertificate', { code }));
		expect(service().requests).toEqual([]);
	});

	it.each<[string, TlsOptions]>([
		['a client certificate', { requestCert: true, maxVersion: 'TLSv1.2' }],
		['an old version of TLS', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }],
	])('is not read when it requires %s', async (_, tls) => {
		const certificate = inject('certificates').trusted;
		const reached = await reachedAt(service(), { certificate, tls });
		await expectFailure(reached, failure('wrongProtocol', { code: 'EPROTO' }));
	});
});
