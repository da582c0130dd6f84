import { isObject } from '../guards';
import type { DataRecord } from '../paging/answer';
import type { Failure } from '../paging/failure';
import type { Connection } from './connection';

/** Replaces every appearance of the API key and the company ID in a text that the service sent. */
export function redact(text: string, { apiKey, companyId }: Connection): string {
	return [apiKey, encodeURIComponent(apiKey), companyId].reduce(
		(clean, secret) => clean.replace(pattern(secret), '***'),
		text,
	);
}

/** The same for every text of a failure that came from outside. */
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
		case 'connection':
		case 'certificate':
		case 'protocol':
		case 'timeout':
		case 'unsettled':
		case 'misaligned':
		case 'cancelled':
			return failure;
	}
}

/**
 * Takes the API key out of the records of a page. The company ID stays: it is data that users may
 * want.
 *
 * @param body the text of the records, which shows whether they have to be searched
 */
export function redactRecords(
	records: DataRecord[],
	body: string,
	{ apiKey }: Connection,
): DataRecord[] {
	// A shorter key would be found in data by chance.
	if (apiKey.length < 8) return records;
	// JSON can write any character as an escape; written anew, it has none but where it must.
	const text = body.includes('\\') ? JSON.stringify(records) : body;
	const spellings = [apiKey, encodeURIComponent(apiKey)];
	const written = spellings.map((spelling) => JSON.stringify(spelling).slice(1, -1));
	if (text.search(pattern(...written)) === -1) return records;
	const key = pattern(...spellings);
	return JSON.parse(JSON.stringify(records), (_, value: unknown) => {
		if (typeof value === 'string') return value.replace(key, '***');
		if (typeof value === 'number') return String(value).search(key) === -1 ? value : '***';
		if (!isObject(value)) return value;
		const fields = Object.entries(value);
		return Object.fromEntries(fields.map(([field, inner]) => [field.replace(key, '***'), inner]));
	});
}

/** Finds any of the texts in any letter case. */
function pattern(...texts: string[]): RegExp {
	const escaped = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(escaped.join('|'), 'gi');
}
