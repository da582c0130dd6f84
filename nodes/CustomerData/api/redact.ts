import type { Failure } from './failures';

/** Takes the API key out of what a failure quotes: as it is, as in a URL or in JSON, and in base64. */
export function withoutKey(failure: Failure, apiKey: string): Failure {
	const { quote } = failure;
	if (!quote) return failure;
	const base64 = Buffer.from(apiKey).toString('base64').replaceAll('=', '');
	// As it is comes last: the others can begin with it.
	const spellings = [
		encodeURIComponent(apiKey),
		JSON.stringify(apiKey).slice(1, -1),
		base64,
		apiKey,
	];
	const text = spellings.reduce((text, spelling) => text.replaceAll(spelling, '***'), quote.text);
	return { ...failure, quote: { ...quote, text } };
}
