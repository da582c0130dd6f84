import type { Failure } from '../paging/failure';

export interface StatusMeaning {
	/** Whether the same request may succeed a little later. */
	isTransient: boolean;
	cause?: Cause | undefined;
	/** What happened; `{operation}` stands for the operation's name. */
	message: string;
	advice: string;
	/** What to do where a credential is tested, if the advice is about the node. */
	testAdvice?: string;
}

/** Of n8n-workflow 2.41, errors/failure. */
type Cause = TransientCause | 'configuration-invalid' | 'credential-invalid';
type TransientCause = 'rate-limited' | 'temporarily-unavailable';

export const OK = 200;

/** Those that name another address; none is followed. */
const REDIRECTS = [301, 302, 303, 307, 308];

export const TRY_LATER = "Try again later. If this keeps happening, contact the service's support.";

const unavailable = transient('temporarily-unavailable', 'The service is unavailable', TRY_LATER);

const CHECK_END = "Check that 'Base URL' in the credential ends with rest/v1.";
const CHECK_BASE_URL = "Check 'Base URL' in the credential.";

/** The one table of statuses. Only 401 is specified (section 7); the others are RFC 9110's. */
const STATUSES: Readonly<Record<number, StatusMeaning>> = {
	204: lasting(undefined, 'The service returned no content', TRY_LATER),
	206: lasting(undefined, 'The service returned only a part of its response', TRY_LATER),
	304: lasting(
		undefined,
		'The service reported no changes instead of returning content',
		`The node did not ask for changes, so something between n8n and the service, such as a cache, may have responded. ${TRY_LATER}`,
	),
	401: lasting(
		'credential-invalid',
		'The service did not accept the API key or the company ID',
		"Check both in the credential. The application lists API keys in its settings for integrations; the company ID is the company number in the application's web address.",
	),
	403: lasting(
		'credential-invalid',
		'The API key is not allowed to use {operation}',
		'Use a key that has access, or ask the person who manages the keys. If your n8n uses a proxy, the proxy may have refused.',
	),
	404: {
		...lasting(
			'configuration-invalid',
			'The service has no operation named {operation}',
			`${CHECK_END} If you entered an 'Operation Name', check its spelling and its capital letters.`,
		),
		testAdvice: CHECK_END,
	},
	407: lasting(
		'configuration-invalid',
		'n8n could not sign in to its proxy',
		'Ask the administrator of your n8n to check the user name and password in HTTP_PROXY and HTTPS_PROXY.',
	),
	408: { ...unavailable, message: 'The service stopped waiting for the request' },
	429: {
		...transient(
			'rate-limited',
			'The service is limiting requests',
			"Run the workflow later or less often, or raise 'Interval Between Requests' under 'Options'.",
		),
		testAdvice: TRY_LATER,
	},
	500: unavailable,
	502: unavailable,
	503: unavailable,
	504: unavailable,
};

const otherAnswer = lasting(undefined, 'The service responded without the records', TRY_LATER);
const otherOfClient = {
	...lasting(
		undefined,
		'The service did not accept the request',
		`${CHECK_BASE_URL} If you entered an 'Operation Name', check its spelling and its capital letters.`,
	),
	testAdvice: CHECK_BASE_URL,
};
const otherOfServer = lasting(undefined, 'The service could not handle the request', TRY_LATER);

function transient(cause: TransientCause, message: string, advice: string): StatusMeaning {
	return { isTransient: true, cause, message, advice };
}

function lasting(cause: Cause | undefined, message: string, advice: string): StatusMeaning {
	return { isTransient: false, cause, message, advice };
}

/** Whether the response leads to another address. */
export function isRedirect(status: number, location: string | undefined): boolean {
	if (REDIRECTS.includes(status)) return true;
	return location !== undefined && status >= 300 && status < 400 && !(status in STATUSES);
}

/** What the status means, with the name of the requested operation and the status in the message. */
export function explainStatus(status: number, operation: string): StatusMeaning {
	const meaning = STATUSES[status] ?? otherMeaning(status);
	const message = meaning.message.replace('{operation}', operation);
	return { ...meaning, message: `${message} (status ${status})` };
}

function otherMeaning(status: number): StatusMeaning {
	if (status < 400) return otherAnswer;
	return status < 500 ? otherOfClient : otherOfServer;
}

/** Whether the same request may succeed a little later. */
export function isTransient(failure: Failure): boolean {
	switch (failure.kind) {
		case 'connection':
		case 'proxy':
		case 'timeout':
		case 'notJson':
			return true;
		case 'status':
			return STATUSES[failure.status]?.isTransient ?? false;
		case 'certificate':
		case 'handshake':
		case 'protocol':
		case 'notSent':
		case 'redirect':
		case 'refused':
		case 'notAPage':
		case 'notPong':
		case 'unsettled':
		case 'misaligned':
		case 'shortPages':
		case 'cancelled':
			return false;
	}
}
