import type { Failure } from '../paging/failure';
import type { Connection } from './connection';
import { withoutKey } from './redact';

/** Why n8n's request helper threw, when neither the deadline nor a cancellation made it. */
export function networkFailure(
	error: unknown,
	{ apiKey, baseUrl }: Pick<Connection, 'apiKey' | 'baseUrl'>,
): Failure {
	const code = codeOf(error);
	if (isOfProxy(error, new URL(baseUrl))) return { kind: 'proxy', code };
	if (code === undefined) {
		const reason = error instanceof Error ? withoutKey(error.message, apiKey) : '';
		return { kind: 'notSent', reason };
	}
	// Node's codes for gzip and deflate, zstd, and brotli.
	if (/^(?:Z_|ZSTD_|ERR__ERROR_)/.test(code)) {
		return { kind: 'notJson', found: `data that is not compressed as declared (${code})` };
	}
	// A status in place of a code: the response came, and its body failed (see `codeOf`).
	if (/^\d+$/.test(code)) {
		return { kind: 'notJson', found: 'data that breaks off or is not compressed as declared' };
	}
	if (isAlert(error, code)) return { kind: 'handshake', code };
	if (/CERT|SIGNATURE|ALTNAME/.test(code)) return { kind: 'certificate', code };
	// Node's codes for an answer that is not TLS, and for one that is not HTTP.
	if (/^EPROTO$|WRONG_VERSION|PACKET_LENGTH/.test(code)) return { kind: 'protocol', code };
	if (code === 'HPE_INVALID_CONSTANT' && isTls(error)) return { kind: 'protocol', code };
	return { kind: 'connection', code };
}

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

/** Whether the host ended the handshake: OpenSSL quotes its alert. */
function isAlert(error: unknown, code: string): boolean {
	const messages = [...causesOf(error)].map(({ message }) => message);
	return code.includes('_ALERT_') || messages.some((text) => text.includes('SSL alert number'));
}

/** The first byte of a TLS alert (RFC 8446, section 5.1). */
const ALERT = 0x15;

/** Whether what came instead of HTTP is TLS. Hosts that lose the cause do not know, so they assume it. */
function isTls(error: unknown): boolean {
	for (const cause of causesOf(error)) {
		if ('rawPacket' in cause && cause.rawPacket instanceof Uint8Array) {
			return cause.rawPacket[0] === ALERT;
		}
	}
	return true;
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
