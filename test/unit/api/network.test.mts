import { describe, expect, it } from 'vitest';

import { networkFailure as failureOf } from '../../../nodes/CustomerData/api/network';

const networkFailure = (error: unknown, baseUrl = 'https://service.example.com/rest/v1') =>
	failureOf(error, baseUrl);

const withCode = (code: unknown, cause?: unknown) =>
	Object.assign(new Error('Said by Node', { cause }), { code });

describe('networkFailure', () => {
	it.each([
		['ECONNRESET', 'connectionLost'],
		['EPIPE', 'connectionLost'],
		['XEPROTO', 'connectionLost'],
		['EPROTOTYPE', 'connectionLost'],
		['ENOTFOUND', 'hostNotFound'],
		['EAI_AGAIN', 'hostNotFound'],
		['ECONNREFUSED', 'hostNotReached'],
		['EHOSTUNREACH', 'hostNotReached'],
		['ENETUNREACH', 'hostNotReached'],
		['EADDRNOTAVAIL', 'hostNotReached'],
		['ETIMEDOUT', 'hostNotReached'],
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'wrongProtocol'],
		['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'wrongProtocol'],
		['EPROTO', 'wrongProtocol'],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'wrongProtocol'],
		['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'wrongProtocol'],
		['HPE_INVALID_CONSTANT', 'wrongProtocol'],
		['CERT_HAS_EXPIRED', 'badCertificate'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'badCertificate'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'badCertificate'],
		['Z_DATA_ERROR', 'notJson'],
		['Z_BUF_ERROR', 'notJson'],
		['ERR__ERROR_FORMAT_PADDING_2', 'notJson'],
		['ZSTD_error_prefix_unknown', 'notJson'],
	])('reads the code %s as %s', (code, name) => {
		expect(networkFailure(withCode(code))).toMatchObject({ name, code });
	});

	it('finds the code some causes deep, behind what is no code', () => {
		const error = new Error('Said by n8n', { cause: withCode(500, withCode('EPIPE')) });
		expect(networkFailure(error)).toMatchObject({ name: 'connectionLost', code: 'EPIPE' });
	});

	it('finds the code where n8n 1.123 keeps it', () => {
		const error = Object.assign(new Error('Said by n8n'), { httpCode: 'EPIPE' });
		expect(networkFailure(error)).toMatchObject({ name: 'connectionLost', code: 'EPIPE' });
	});

	it('takes a status where n8n 1.123 keeps the code for a body that could not be read', () => {
		const error = Object.assign(new Error('Said by n8n'), { httpCode: '200' });
		expect(networkFailure(error)).toMatchObject({
			name: 'notJson',
			advice: expect.stringContaining('data that is incomplete or not compressed as declared'),
		});
	});

	const connecting = (port: number) =>
		Object.assign(withCode('ECONNREFUSED'), { address: '127.0.0.1', port });
	const finding = (hostname: string) => Object.assign(withCode('ENOTFOUND'), { hostname });
	const said = (cause: unknown) => new Error('Said by n8n', { cause });

	it.each([
		['https://service.example.com/rest/v1', 443],
		['http://service.example.com/rest/v1', 80],
		['http://service.example.com:4010/rest/v1', 4010],
		['https://[::1]:4010/rest/v1', 4010],
	])('tells by the port whether the proxy refused the connection: %s', (baseUrl, port) => {
		const code = 'ECONNREFUSED';
		const nameAt = (other: number) => networkFailure(connecting(other), baseUrl);
		expect(nameAt(port)).toMatchObject({ name: 'hostNotReached', code });
		expect(nameAt(3128)).toMatchObject({ name: 'proxyFailed', code });
	});

	it('tells by the port of the first address where a name has several', () => {
		const both = (port: number) =>
			withCode('ECONNREFUSED', new AggregateError([connecting(port), connecting(port)]));
		expect(networkFailure(both(443)).name).toBe('hostNotReached');
		expect(networkFailure(both(3128)).name).toBe('proxyFailed');
	});

	it('tells by the name whether the proxy was not found', () => {
		expect(networkFailure(said(finding('service.example.com'))).name).toBe('hostNotFound');
		expect(networkFailure(said(finding('proxy.example.com'))).name).toBe('proxyFailed');
	});

	it('reads a proxy that hung up, where there is no code', () => {
		const hungUp = new Error('Proxy connection ended before receiving CONNECT response');
		const failure = networkFailure(said(hungUp));
		expect(failure.name).toBe('proxyFailed');
		expect(failure).not.toHaveProperty('code');
	});

	it.each([
		[new Error('Blocked'), 'Blocked'],
		[Object.assign(new Error('Blocked'), { httpCode: 500 }), 'Blocked'],
		['no error', ''],
		[{ httpCode: 'EPIPE' }, ''],
	])('takes an error without a code for a request that was not sent: %s', (error, text) => {
		expect(networkFailure(error)).toMatchObject({
			name: 'notSent',
			isTransient: false,
			quote: { by: 'n8n says', text },
		});
	});
});
