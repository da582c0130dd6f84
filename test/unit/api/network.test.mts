import { describe, expect, it } from 'vitest';

import type { Failure } from '../../../nodes/CustomerData/api/failures';
import { networkFailure } from '../../../nodes/CustomerData/api/network';

const BASE_URL = 'https://service.example.com/rest/v1';

const withCode = (code: unknown, more: object = {}) =>
	Object.assign(new Error('Said by Node'), { code, ...more });
const saidByN8n = (more: object) => Object.assign(new Error('Said by n8n'), more);

const CODES: Partial<Record<Failure['name'], string[]>> = {
	connectionLost: [
		'ECONNRESET',
		'EPIPE',
		'EPROTOTYPE',
		'XEPROTO',
		'XERR_SSL_',
		'XHPE_',
		'XZ_',
		'2XX',
	],
	hostNotFound: ['ENOTFOUND', 'EAI_AGAIN'],
	hostNotReached: ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT'],
	wrongProtocol: [
		'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
		'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'EPROTO',
		'HPE_INVALID_CONSTANT',
	],
	badCertificate: [
		'CERT_HAS_EXPIRED',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'ERR_TLS_CERT_ALTNAME_INVALID',
	],
	notJson: [
		'Z_DATA_ERROR',
		'ERR__ERROR_FORMAT_PADDING_2',
		'ZSTD_error_prefix_unknown',
		// Of the response, where its body could not be read.
		'200',
	],
};

describe('what the request helper throws', () => {
	it.each(Object.entries(CODES))('is %s for the codes %j', (name, codes = []) => {
		for (const code of codes) {
			const wrapped = saidByN8n({ cause: withCode(500, { cause: withCode(code) }) });
			// n8n 1.123 keeps the code in place of a status.
			for (const error of [withCode(code), wrapped, saidByN8n({ httpCode: code })]) {
				expect(networkFailure(error, BASE_URL)).toMatchObject({ name, code });
			}
		}
	});

	const connecting = (port: number) => withCode('ECONNREFUSED', { address: '127.0.0.1', port });

	it.each([
		[BASE_URL, 443],
		['http://service.example.com/rest/v1', 80],
		['http://service.example.com:4010/rest/v1', 4010],
		['https://[::1]:4010/rest/v1', 4010],
	])('tells by the port whether the proxy refused the connection: %s', (baseUrl, port) => {
		const code = 'ECONNREFUSED';
		const failureAt = (at: number) => networkFailure(connecting(at), baseUrl);
		expect(failureAt(port)).toMatchObject({ name: 'hostNotReached', code });
		expect(failureAt(3128)).toMatchObject({ name: 'proxyFailed', code });
	});

	const severalAt = (port: number) =>
		withCode('ECONNREFUSED', { cause: new AggregateError([connecting(port), connecting(port)]) });
	const finding = (hostname: string) => saidByN8n({ cause: withCode('ENOTFOUND', { hostname }) });
	const hungUp = new Error('Proxy connection ended before receiving CONNECT response');

	it.each<[string, unknown, Failure['name']]>([
		['several addresses of the service', severalAt(443), 'hostNotReached'],
		['several addresses of a proxy', severalAt(3128), 'proxyFailed'],
		['the name of the service', finding('service.example.com'), 'hostNotFound'],
		['the name of a proxy', finding('proxy.example.com'), 'proxyFailed'],
		['a proxy that hung up', saidByN8n({ cause: hungUp }), 'proxyFailed'],
	])('tells the proxy from the service: %s', (_, error, name) => {
		expect(networkFailure(error, BASE_URL).name).toBe(name);
	});

	it('has no code where a proxy hung up', () => {
		expect(networkFailure(hungUp, BASE_URL)).not.toHaveProperty('code');
	});

	it.each([
		[new Error('Blocked'), 'Blocked'],
		[Object.assign(new Error('Blocked'), { httpCode: 500 }), 'Blocked'],
		['no error', ''],
		[{ httpCode: 'EPIPE' }, ''],
	])('says why no request was sent, where there is no code: %s', (error, text) => {
		const quote = { by: 'n8n says', text };
		expect(networkFailure(error, BASE_URL)).toMatchObject({ name: 'notSent', quote });
	});
});

it('says what came where a body cannot be read', () => {
	expect(networkFailure(withCode('Z_BUF_ERROR'), BASE_URL).advice).toContain('not compressed as');
});
