import type { Failure } from '../core/failure';
import type { Connection } from './connection';

/** Replaces every appearance of the API key and the company ID in a text that the service sent. */
export function redact(text: string, { apiKey, companyId }: Connection): string {
	return [apiKey, encodeURIComponent(apiKey), companyId].reduce(
		(clean, secret) => clean.replace(new RegExp(escapeRegExp(secret), 'gi'), '***'),
		text,
	);
}

/** The same for every text in a failure that came from outside. */
export function redactFailure(failure: Failure, connection: Connection): Failure {
	const clean = (text: string) => redact(text, connection);
	switch (failure.kind) {
		case 'status':
		case 'refused':
			return { ...failure, messages: failure.messages.map(clean) };
		case 'redirect':
			return { ...failure, location: failure.location && clean(failure.location) };
		case 'notAPage':
			return { ...failure, found: clean(failure.found) };
		case 'notSent':
			return { ...failure, reason: clean(failure.reason) };
		default:
			return failure;
	}
}

function escapeRegExp(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
