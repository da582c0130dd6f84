import { describe, expect, it } from 'vitest';

import { networkFailure as failureOf } from '../../../nodes/CustomerData/transport/network';

const networkFailure = (error: unknown, baseUrl = 'https://service.example.com/rest/v1') =>
	failureOf(error, { apiKey: 'secret-key', baseUrl });

const withCode = (code: unknown, cause?: unknown) =>
	Object.assign(new Error('Said by Node', { cause }), { code });

describe('networkFailure', () => {
	it.each([
		['ECONNRESET', 'connection'],
		['XEPROTO', 'connection'],
		['EPROTOTYPE', 'connection'],
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'handshake'],
		['EPROTO', 'protocol'],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'protocol'],
		['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'protocol'],
		['HPE_INVALID_CONSTANT', 'protocol'],
		['CERT_HAS_EXPIRED', 'certificate'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
	])('reads the code %s as a failure of kind %s', (code, kind) => {
		expect(networkFailure(withCode(code))).toEqual({ kind, code });
	});

	it('reads an alert in what OpenSSL says', () => {
		const said = withCode('EPROTO');
		said.message = 'write EPROTO 80:error:0A000410:SSL routines:sslv3 alert: SSL alert number 40';
		const error = new Error('Said by n8n', { cause: said });
		expect(networkFailure(error)).toEqual({ kind: 'handshake', code: 'EPROTO' });
	});

	it.each([
		['TLS', [0x15, 0x03], 'protocol'],
		['garbled', [0x48, 0x01], 'connection'],
	])('tells by the first byte that an answer that is not HTTP is %s', (_, bytes, kind) => {
		const cause = Object.assign(new Error('Parse Error'), { rawPacket: Buffer.from(bytes) });
		const error = withCode('HPE_INVALID_CONSTANT', cause);
		expect(networkFailure(error)).toEqual({ kind, code: 'HPE_INVALID_CONSTANT' });
	});

	it.each([
		'Z_DATA_ERROR',
		'Z_BUF_ERROR',
		'ERR__ERROR_FORMAT_PADDING_2',
		'ZSTD_error_prefix_unknown',
	])('reads the code %s as data that is not compressed as declared', (code) => {
		expect(networkFailure(withCode(code))).toEqual({
			kind: 'notJson',
			found: `data that is not compressed as declared (${code})`,
		});
	});

	it('finds the code some causes deep, behind what is no code', () => {
		const error = new Error('Said by n8n', { cause: withCode(500, withCode('EPIPE')) });
		expect(networkFailure(error)).toEqual({ kind: 'connection', code: 'EPIPE' });
	});

	it('finds the code where n8n 1.123 keeps it', () => {
		const error = Object.assign(new Error('Said by n8n'), { httpCode: 'EPIPE' });
		expect(networkFailure(error)).toEqual({ kind: 'connection', code: 'EPIPE' });
	});

	it('takes a status where n8n 1.123 keeps the code for a body that could not be read', () => {
		const error = Object.assign(new Error('Said by n8n'), { httpCode: '200' });
		expect(networkFailure(error)).toEqual({
			kind: 'notJson',
			found: 'data that breaks off or is not compressed as declared',
		});
	});

	const connecting = (port: number) =>
		Object.assign(withCode('ECONNREFUSED'), { address: '127.0.0.1', port });
	const finding = (hostname: string) => Object.assign(withCode('ENOTFOUND'), { hostname });
	const byProxy = (code: string) => ({ kind: 'proxy', code });
	const byService = (code: string) => ({ kind: 'connection', code });

	it.each([
		['https://service.example.com/rest/v1', 443],
		['http://service.example.com/rest/v1', 80],
		['http://service.example.com:4010/rest/v1', 4010],
		['https://[::1]:4010/rest/v1', 4010],
	])('tells by the port whether the proxy refused the connection: %s', (baseUrl, port) => {
		expect(networkFailure(connecting(port), baseUrl)).toEqual(byService('ECONNREFUSED'));
		expect(networkFailure(connecting(3128), baseUrl)).toEqual(byProxy('ECONNREFUSED'));
	});

	it('tells by the port of the first address where a name has several', () => {
		const both = (port: number) =>
			withCode('ECONNREFUSED', new AggregateError([connecting(port), connecting(port)]));
		expect(networkFailure(both(443))).toEqual(byService('ECONNREFUSED'));
		expect(networkFailure(both(3128))).toEqual(byProxy('ECONNREFUSED'));
	});

	it('tells by the name whether the proxy was not found', () => {
		const said = (hostname: string) => new Error('Said by n8n', { cause: finding(hostname) });
		expect(networkFailure(said('service.example.com'))).toEqual(byService('ENOTFOUND'));
		expect(networkFailure(said('proxy.example.com'))).toEqual(byProxy('ENOTFOUND'));
	});

	it('reads a proxy that hung up, where there is no code', () => {
		const said = new Error('Proxy connection ended before receiving CONNECT response');
		expect(networkFailure(new Error('Said by n8n', { cause: said }))).toEqual({
			kind: 'proxy',
			code: undefined,
		});
	});

	it.each([
		[new Error('Blocked'), 'Blocked'],
		[new Error('Blocked with Secret-Key'), 'Blocked with ***'],
		[Object.assign(new Error('Blocked'), { httpCode: 500 }), 'Blocked'],
		['no error', ''],
		[{ httpCode: 'EPIPE' }, ''],
	])('takes an error without a code for a request that was not sent: %s', (error, reason) => {
		expect(networkFailure(error)).toEqual({ kind: 'notSent', reason });
	});
});
