import type { Connection } from './connection';

/** Replaces every appearance of the API key and the company ID in a text that the service sent. */
export function redact(text: string, { apiKey, companyId }: Connection): string {
	return [apiKey, encodeURIComponent(apiKey), companyId].reduce(
		(clean, secret) => clean.replace(new RegExp(escapeRegExp(secret), 'gi'), '***'),
		text,
	);
}

function escapeRegExp(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
