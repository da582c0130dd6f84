import { failure, type Failure } from '../errors/failures';

/** Node's codes for a host without a way to it, e.g. an IPv6 address where IPv6 is off. */
const UNREACHABLE = /^(?:EADDRNOTAVAIL|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;

const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** @param baseUrl tells the service's host and port from a proxy's */
export function networkFailure(error: unknown, baseUrl: string): Failure {
	const causes = causesOf(error);
	const code = codeOf(causes);
	const url = new URL(baseUrl);
	if (isOfProxy(causes, url)) return failure('proxyFailed', code ? { code } : {});
	if (code === undefined) {
		const text = causes[0]?.message ?? '';
		return failure('notSent', { quote: { intro: 'n8n says', text } });
	}
	// Node's codes for gzip and deflate, zstd, and brotli; a status where the body failed (see `codeOf`).
	if (/^(?:Z_|ZSTD_|ERR__ERROR_|\d+$)/.test(code)) {
		const fill = 'data that is incomplete or not compressed as declared';
		return failure('notJson', { fill, code });
	}
	// Node's codes for a response that is not TLS, and for a handshake that the service ended.
	if (/^EPROTO$|^ERR_SSL_/.test(code)) return failure('wrongProtocol', { code });
	if (code.startsWith('HPE_')) return failure('notHttp', { code });
	if (/CERT|SIGNATURE|ALTNAME/.test(code)) return failure('badCertificate', { code });
	const quote = { intro: 'The host is', text: url.host };
	if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return failure('hostNotFound', { code, quote });
	if (code === 'ECONNREFUSED' && OWN_HOSTS.includes(url.hostname)) {
		return failure('localhostRefused', { code, quote });
	}
	if (UNREACHABLE.test(code)) return failure('hostNotReached', { code, quote });
	return failure('connectionLost', { code });
}

/**
 * Node says which name it looked up and to which port it connected: another than the service's is
 * that of a proxy. A proxy that hangs up on CONNECT has no code (https-proxy-agent 7).
 */
function isOfProxy(causes: Error[], { protocol, hostname, port }: URL): boolean {
	const servicePort = Number(port) || (protocol === 'https:' ? 443 : 80);
	for (const cause of causes) {
		if (/\bCONNECT response\b/.test(cause.message)) return true;
		if ('port' in cause && typeof cause.port === 'number') return cause.port !== servicePort;
		if ('hostname' in cause && typeof cause.hostname === 'string')
			return cause.hostname !== hostname;
	}
	return false;
}

/**
 * n8n 1.123 loses the cause and keeps the code in place of a status, or the status once the response
 * has begun (n8n-workflow 1.120, NodeApiError).
 */
function codeOf(causes: Error[]): string | undefined {
	const codes = causes.map((cause) => ('code' in cause ? cause.code : undefined));
	const [error] = causes;
	const found = [...codes, error && 'httpCode' in error ? error.httpCode : undefined];
	return found.find((code) => typeof code === 'string');
}

/** n8n wraps network errors. Where a name has several addresses, Node's error holds one for each. */
function causesOf(error: unknown): Error[] {
	if (!(error instanceof Error)) return [];
	return [error, ...causesOf(error instanceof AggregateError ? error.errors[0] : error.cause)];
}
