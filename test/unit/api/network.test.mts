import { describe, expect, it } from 'vitest';
import { networkFailure } from '../../../nodes/CustomerData/api/network';
import { failure, type Failure } from '../../../nodes/CustomerData/errors/failures';

const BASE_URL = 'https://service.example.com/rest/v1';

const withCode = (code: unknown, more: object = {}) =>
	Object.assign(new Error('Said by Node'), { code, ...more });
const saidByN8n = (more: object) => Object.assign(new Error('Said by n8n'), more);

const CODES: Partial<Record<Failure['name'], string>> = {
	connectionLost: 'ECONNRESET EPIPE EPROTOTYPE XEPROTO XERR_SSL_ XHPE_ XZ_ 2XX',
	hostNotFound: 'ENOTFOUND EAI_AGAIN',
	hostNotReached: 'ECONNREFUSED EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL ETIMEDOUT',
	wrongProtocol: `ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE
		ERR_SSL_WRONG_VERSION_NUMBER EPROTO`,
	notHttp: 'HPE_INVALID_CONSTANT HPE_HEADER_OVERFLOW HPE_CLOSED_CONNECTION',
	badCertificate: 'CERT_HAS_EXPIRED UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID',
	// The last is of the response, where its body could not be read.
	notJson: 'Z_DATA_ERROR ERR__ERROR_FORMAT_PADDING_2 ZSTD_error_prefix_unknown 200',
};

describe('what the request helper throws', () => {
	it.each(Object.entries(CODES))('is %s for the codes %s', (name, codes = '') => {
		for (const code of codes.split(/\s+/)) {
			const wrapped = saidByN8n({ cause: withCode(500, { cause: withCode(code) }) });
			// n8n 1.123 keeps the code in place of a status.
			for (const error of [withCode(code), wrapped, saidByN8n({ httpCode: code })]) {
				expect(networkFailure(error, BASE_URL)).toMatchObject({ name, code });
			}
		}
	});

	const connecting = (port: number) => withCode('ECONNREFUSED', { address: '127.0.0.1', port });
	const severalAt = (port: number) =>
		withCode('ECONNREFUSED', { cause: new AggregateError([connecting(port), connecting(port)]) });
	const finding = (hostname: string) => saidByN8n({ cause: withCode('ENOTFOUND', { hostname }) });
	const named = (code: string, text = 'service.example.com') => ({
		code,
		quote: { intro: 'The host is', text },
	});
	const NOT_FOUND = failure('hostNotFound', named('ENOTFOUND'));
	const NOT_REACHED = failure('hostNotReached', named('ECONNREFUSED'));
	const ofProxy = (code: string) => failure('proxyFailed', { code });
	const HUNG_UP = 'Proxy connection ended before receiving CONNECT response';

	it.each([
		[443, BASE_URL, 'service.example.com'],
		[80, 'http://service.example.com/rest/v1', 'service.example.com'],
		[4010, 'http://service.example.com:4010/rest/v1', 'service.example.com:4010'],
		[4010, 'https://[::2]:4010/rest/v1', '[::2]:4010'],
		[80, 'http://127.0.0.2/rest/v1', '127.0.0.2'],
		[80, 'http://localhost.example.com/rest/v1', 'localhost.example.com'],
	])('names the service, where port %d of %s was not reached', (port, baseUrl, host) => {
		const expected = failure('hostNotReached', named('ECONNREFUSED', host));
		for (const error of [connecting(port), severalAt(port)]) {
			expect(networkFailure(error, baseUrl)).toStrictEqual(expected);
			const url = 'https://service.example.com:3128';
			expect(networkFailure(error, url)).toStrictEqual(ofProxy('ECONNREFUSED'));
		}
	});

	it.each([
		['http://localhost/rest/v1', 'localhost'],
		['http://LOCALHOST:80/rest/v1', 'localhost'],
		['https://127.0.0.1:80/rest/v1', '127.0.0.1:80'],
		['http://127.1/rest/v1', '127.0.0.1'],
		['http://[0:0::1]/rest/v1', '[::1]'],
	])('says what the own host is in a container, where it refuses: %s', (baseUrl, host) => {
		for (const error of [connecting(80), severalAt(80), withCode('ECONNREFUSED')]) {
			const expected = failure('localhostRefused', named('ECONNREFUSED', host));
			expect(networkFailure(error, baseUrl)).toStrictEqual(expected);
		}
		expect(networkFailure(withCode('ETIMEDOUT'), baseUrl).name).toBe('hostNotReached');
		expect(networkFailure(connecting(3128), baseUrl)).toStrictEqual(ofProxy('ECONNREFUSED'));
	});

	it.each<[string, Error, Failure]>([
		['name of the service', finding('service.example.com'), NOT_FOUND],
		['name of the proxy', finding('proxy.example.com'), ofProxy('ENOTFOUND')],
		// Whatever n8n itself says of either.
		['service', Object.assign(connecting(443), { port: '443' }), NOT_REACHED],
		[
			'name of the service',
			Object.assign(finding('x'), { hostname: null, cause: withCode('ENOTFOUND') }),
			NOT_FOUND,
		],
		['proxy that hung up', saidByN8n({ cause: new Error(HUNG_UP) }), failure('proxyFailed')],
	])('tells the %s from others', (_, error, expected) => {
		expect(networkFailure(error, BASE_URL)).toStrictEqual(expected);
	});

	it.each([
		[new Error('Blocked'), 'Blocked'],
		[Object.assign(new Error('Blocked'), { httpCode: 500 }), 'Blocked'],
		['no error', ''],
		[{ httpCode: 'EPIPE' }, ''],
	])('says why no request was sent, where there is no code: %s', (error, text) => {
		const quote = { intro: 'n8n says', text };
		expect(networkFailure(error, BASE_URL)).toMatchObject({ name: 'notSent', quote });
	});
});
