import type { Failure } from '../paging/failure';
import { withoutKey } from './redact';

/** Why n8n's request helper threw, when neither the deadline nor a cancellation made it. */
export function networkFailure(error: unknown, apiKey: string): Failure {
	const code = codeOf(error);
	if (code === undefined) {
		const reason = error instanceof Error ? withoutKey(error.message, apiKey) : '';
		return { kind: 'notSent', reason };
	}
	// Node's codes for gzip and deflate, zstd, and brotli.
	if (/^(?:Z_|ZSTD_|ERR__ERROR_)/.test(code)) {
		return { kind: 'notJson', found: `data that is not compressed as declared (${code})` };
	}
	if (/CERT|SIGNATURE|ALTNAME/.test(code)) return { kind: 'certificate', code };
	// Node's codes for an answer that is not TLS, and for TLS where HTTP was expected.
	if (/^EPROTO$|WRONG_VERSION|PACKET_LENGTH|HPE_INVALID_CONSTANT/.test(code)) {
		return { kind: 'protocol', code };
	}
	return { kind: 'connection', code };
}

/**
 * n8n wraps network errors, so the code may lie some causes deep. n8n 1.123 loses the cause and
 * keeps the code in place of a status (n8n-workflow 1.120, ExecutionBaseError).
 */
function codeOf(error: unknown): string | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if ('code' in cause && typeof cause.code === 'string') return cause.code;
	}
	const hasCode = error instanceof Error && 'httpCode' in error;
	return hasCode && typeof error.httpCode === 'string' ? error.httpCode : undefined;
}
