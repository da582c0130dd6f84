import { type Failure, failure } from './failures';

/** Why n8n's request helper threw, when neither the deadline nor a cancellation made it. */
export function networkFailure(error: unknown, baseUrl: string): Failure {
	const code = codeOf(error);
	if (isOfProxy(error, new URL(baseUrl))) return failure('proxyFailed', code ? { code } : {});
	if (code === undefined) {
		const text = error instanceof Error ? error.message : '';
		return failure('notSent', { quote: { by: 'n8n says', text } });
	}
	// Node's codes for gzip and deflate, zstd, and brotli; a status where the body failed (see `codeOf`).
	if (/^(?:Z_|ZSTD_|ERR__ERROR_|\d+$)/.test(code)) {
		return failure('notJson', {
			fill: 'data that is incomplete or not compressed as declared',
			code,
		});
	}
	if (/CERT|SIGNATURE|ALTNAME/.test(code)) return failure('badCertificate', { code });
	// Node's codes for a response that is not TLS, a handshake that the service ended, and one that is not HTTP.
	if (/^EPROTO$|^ERR_SSL_|^HPE_/.test(code)) return failure('wrongProtocol', { code });
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return failure('hostNotFound', { code });
	return failure(UNREACHABLE.includes(code) ? 'hostNotReached' : 'connectionLost', { code });
}

const UNREACHABLE = ['EADDRNOTAVAIL', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

/**
 * Node says which name it looked up and to which port it connected: another than the service's is
 * that of a proxy. A proxy that hangs up on CONNECT has no code (https-proxy-agent 7).
 */
function isOfProxy(error: unknown, { protocol, hostname, port }: URL): boolean {
	const servicePort = Number(port) || (protocol === 'https:' ? 443 : 80);
	for (const cause of causesOf(error)) {
		if (/\bCONNECT response\b/.test(cause.message)) return true;
		if ('port' in cause && typeof cause.port === 'number') return cause.port !== servicePort;
		if ('hostname' in cause && typeof cause.hostname === 'string') {
			return cause.hostname !== hostname;
		}
	}
	return false;
}

/**
 * n8n wraps network errors, so the code may lie some causes deep. n8n 1.123 loses the cause and
 * keeps the code in place of a status, or the status once the response has begun (n8n-workflow
 * 1.120, NodeApiError).
 */
function codeOf(error: unknown): string | undefined {
	for (const cause of causesOf(error)) {
		if ('code' in cause && typeof cause.code === 'string') return cause.code;
	}
	const hasCode = error instanceof Error && 'httpCode' in error;
	return hasCode && typeof error.httpCode === 'string' ? error.httpCode : undefined;
}

/** Where a name has several addresses, Node's error holds one for each. */
function* causesOf(error: unknown): Generator<Error> {
	for (let cause = error; cause instanceof Error;) {
		yield cause;
		cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
	}
}
