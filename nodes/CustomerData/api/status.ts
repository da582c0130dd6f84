import { asksForTooLong, type Failure, failure } from './failures';

interface Explanation {
	/** What was requested, relative to the base URL. */
	path: string;
	/** What the service says about it. */
	says: string;
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
	isWebPage?: boolean;
}

const WEB_PAGE =
	'The response is a web page, which a proxy, gateway or firewall in front of the service may have sent: ask the administrator of your network. ';

/** What a status other than 200 means. */
export function statusFailure(
	status: number,
	{ path, says, retryAfter = 0, isWebPage = false }: Explanation,
): Failure {
	const row = failure(rowOf(status), { fill: path });
	const found = {
		...row,
		message: `${row.message} (status ${status})`,
		status,
		quote: { by: status === 407 ? 'The proxy says' : 'The service says', text: says },
		...(row.isTransient && { retryAfter }),
	};
	const isTooLong = asksForTooLong(found);
	const advice = isTooLong ? tryAgainAfter(retryAfter) : row.advice;
	// For a path that it does not have, the service's own web server may send a web page.
	const hint = isWebPage && status !== 404 ? WEB_PAGE : '';
	return { ...found, ...(isTooLong && { option: '' }), advice: hint + advice };
}

function rowOf(status: number): Failure['name'] {
	const named = ([401, 403, 404, 407, 429] as const).find((code) => code === status);
	if (named) return `status${named}`;
	if ([408, 500, 502, 503, 504].includes(status)) return 'unavailable';
	return status >= 400 && status < 500 ? 'status4xx' : 'unexpected';
}

function tryAgainAfter(wait: number): string {
	const minutes = Math.ceil(wait / 60_000);
	const hours = Math.ceil(minutes / 60).toLocaleString('en');
	const later = minutes > 120 ? `${hours} hours` : `${minutes} minutes`;
	return `The service asks to wait. Try again in ${later}.`;
}
