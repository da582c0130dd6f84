import { NodeOperationError, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { type Failure, PageNotRead } from '../../../nodes/CustomerData/paging/failure';
import { toNodeError } from '../../../nodes/CustomerData/transport/errors';
import { ALL_FAILURES, context, node, shown } from '../support/failures.mts';

const LATER =
	"Run the workflow again later. If this keeps happening, contact the service's support.";
const CHECK_URL =
	"Check 'Base URL' in the credential. If you entered an 'Operation Name', check its spelling.";

const connection = (code: string): Failure => ({ kind: 'connection', code });
const status = (code: number, messages: string[] = []): Failure => ({
	kind: 'status',
	status: code,
	messages,
});

describe('toNodeError', () => {
	it.each<[Failure, string, string]>([
		[
			connection('ECONNRESET'),
			'The connection to the service was lost',
			`${LATER} (GetCustomers, offset 100, ECONNRESET)`,
		],
		[
			connection('ECONNREFUSED'),
			'The service refused the connection',
			"Check 'Base URL' in the credential, or run the workflow again later. (GetCustomers, offset 100, ECONNREFUSED)",
		],
		[
			connection('ENOTFOUND'),
			"Could not find the host in 'Base URL'",
			"Check 'Base URL' in the credential, and the network of your n8n. (GetCustomers, offset 100, ENOTFOUND)",
		],
		[
			connection('EAI_AGAIN'),
			"Could not find the host in 'Base URL'",
			"Check 'Base URL' in the credential, and the network of your n8n. (GetCustomers, offset 100, EAI_AGAIN)",
		],
		[
			{ kind: 'certificate', code: 'CERT_HAS_EXPIRED' },
			"n8n did not accept the service's certificate",
			"Check that 'Base URL' in the credential names the right host. If it does, contact the service's support, or whoever runs your n8n. (GetCustomers, offset 100, CERT_HAS_EXPIRED)",
		],
		[
			{ kind: 'protocol', code: 'EPROTO' },
			"'Base URL' starts with the wrong protocol",
			'In the credential, replace http:// with https:// or https:// with http://. (GetCustomers, offset 100, EPROTO)',
		],
		[
			{ kind: 'notSent', reason: '' },
			'n8n did not send the request',
			"Check 'Base URL' in the credential. (GetCustomers, offset 100)",
		],
		[
			{ kind: 'notSent', reason: 'The host is blocked' },
			'n8n did not send the request',
			'n8n says: "The host is blocked" Check \'Base URL\' in the credential. (GetCustomers, offset 100)',
		],
		[
			{ kind: 'timeout', milliseconds: 1500 },
			'The service did not respond within 1.5 seconds',
			"Run the workflow again, or raise 'Timeout' under 'Options'. (GetCustomers, offset 100)",
		],
		[
			{ kind: 'timeout', milliseconds: 1000 },
			'The service did not respond within 1 second',
			"Run the workflow again, or raise 'Timeout' under 'Options'. (GetCustomers, offset 100)",
		],
		[
			status(401),
			'The service did not accept the API key or the company ID (status 401)',
			"Check both in the credential. The application lists API keys in its settings for integrations; the company ID is the company number in the application's web address. (GetCustomers, offset 100)",
		],
		[
			status(403, ['No']),
			'The API key is not allowed to use GetCustomers (status 403)',
			'The service says: "No" Use a key that is allowed to, or ask whoever manages the keys. (GetCustomers, offset 100)',
		],
		[
			status(404),
			'The service has no operation named GetCustomers (status 404)',
			"Check that 'Base URL' in the credential ends with rest/v1. If you entered an 'Operation Name', check its spelling. (GetCustomers, offset 100)",
		],
		[
			status(408),
			'The service stopped waiting for the request (status 408)',
			`${LATER} (GetCustomers, offset 100)`,
		],
		[
			status(429),
			'The service is limiting requests (status 429)',
			"Run the workflow later or less often, or lower 'Parallel Requests' under 'Options'. (GetCustomers, offset 100)",
		],
		...[500, 502, 503, 504].map((code): [Failure, string, string] => [
			status(code, ['Closed', 'today']),
			`The service is unavailable (status ${code})`,
			`The service says: "Closed today" ${LATER} (GetCustomers, offset 100)`,
		]),
		...[501, 505].map((code): [Failure, string, string] => [
			status(code),
			`The service could not handle the request (status ${code})`,
			`${LATER} (GetCustomers, offset 100)`,
		]),
		...[204, 400, 499].map((code): [Failure, string, string] => [
			status(code),
			`The service did not accept the request (status ${code})`,
			`${CHECK_URL} (GetCustomers, offset 100)`,
		]),
		[
			{
				kind: 'redirect',
				status: 302,
				location: 'https://elsewhere.example.com/login?key=1\n#there',
			},
			'The service redirects to another address: https://elsewhere.example.com/login',
			"The node follows no redirect, because the API key would go along. If the service has moved, enter its new address in 'Base URL' in the credential. (GetCustomers, offset 100)",
		],
		[
			{ kind: 'redirect', status: 304, location: undefined },
			'The service redirects to another address',
			"The node follows no redirect, because the API key would go along. If the service has moved, enter its new address in 'Base URL' in the credential. (GetCustomers, offset 100)",
		],
		[
			{ kind: 'refused', messages: ['Closed\n\n for', ' stocktaking '] },
			'The service could not return the records',
			'The service says: "Closed for stocktaking" Do what the service asks for, or contact the service\'s support. (GetCustomers, offset 100)',
		],
		[
			{ kind: 'refused', messages: [] },
			'The service could not return the records',
			"Do what the service asks for, or contact the service's support. (GetCustomers, offset 100)",
		],
		[
			{ kind: 'notAPage', found: 'a web page' },
			'The service did not return a complete page of records',
			`It returned a web page. The node returns the whole list or nothing, so nothing is missing unnoticed. ${LATER} (GetCustomers, offset 100)`,
		],
		[
			{ kind: 'cancelled' },
			'The execution was cancelled',
			'Run the workflow again to read all records. (GetCustomers, offset 100)',
		],
	])('says what happened, what to do and where: %j', (failure, message, description) => {
		expect(shown(failure)).toMatchObject({ message, description, context: { itemIndex: 3 } });
	});

	it.each(ALL_FAILURES)("avoids the words that n8n's guidelines rule out: %j", (failure) => {
		const { message, description } = shown(failure);
		expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|failed|mistake)\b/i);
	});

	it('quotes at most 500 characters of the service', () => {
		const exact = 'x'.repeat(500);
		expect(shown({ kind: 'refused', messages: [exact] }).description).toContain(`"${exact}"`);
		const longer = shown({ kind: 'refused', messages: [`${exact}y`] });
		expect(longer.description).toContain(`"${exact}…"`);
	});

	it('quotes at most 200 characters of a redirect', () => {
		const location = `https://a/${'x'.repeat(500)}`;
		expect(shown({ kind: 'redirect', status: 302, location }).message).toBe(
			`The service redirects to another address: ${location.slice(0, 200)}`,
		);
	});

	it.each<[Failure, string | undefined]>([
		[connection('ECONNRESET'), 'temporarily-unavailable'],
		[connection('ENOTFOUND'), 'temporarily-unavailable'],
		[{ kind: 'timeout', milliseconds: 1 }, 'temporarily-unavailable'],
		...[408, 500, 502, 503, 504].map((code): [Failure, string] => [
			status(code),
			'temporarily-unavailable',
		]),
		[status(429), 'rate-limited'],
		[status(401), 'credential-invalid'],
		[status(403), 'credential-invalid'],
		[status(404), 'configuration-invalid'],
		[status(400), undefined],
		[status(501), undefined],
		[{ kind: 'redirect', status: 302, location: undefined }, 'configuration-invalid'],
		[{ kind: 'protocol', code: 'EPROTO' }, 'configuration-invalid'],
		[{ kind: 'certificate', code: 'CERT_HAS_EXPIRED' }, undefined],
		[{ kind: 'notSent', reason: '' }, undefined],
		[{ kind: 'refused', messages: [] }, undefined],
		[{ kind: 'notAPage', found: 'nothing' }, undefined],
		[{ kind: 'cancelled' }, undefined],
	])('gives n8n the cause: %j is %s', (failure, cause) => {
		expect(shown(failure).failure).toEqual(cause === undefined ? undefined : { cause });
	});

	it('gives n8n the time to wait for a transient status, and for no other', () => {
		const waiting = (code: number): Failure => ({
			kind: 'status',
			status: code,
			messages: [],
			retryAfter: 90_000,
		});
		expect(shown(waiting(429)).failure).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });
		expect(shown(waiting(401)).failure).toEqual({ cause: 'credential-invalid' });
		expect(shown(waiting(501)).failure).toBeUndefined();
	});

	it('gives n8n nothing of the response but its status', () => {
		expect(shown(status(401)).httpCode).toBe('401');
		expect(shown({ kind: 'redirect', status: 302, location: undefined }).httpCode).toBeNull();
	});

	it('names no item when there is none', () => {
		const failure = new PageNotRead({ kind: 'cancelled' }, 'GetCustomers', 0);
		expect(toNodeError(failure, context).context.itemIndex).toBeUndefined();
	});

	it('keeps the message about a refused parameter, and adds the item', () => {
		const entered = new UserError('Limit is off', { description: 'Enter another.' });
		const error = toNodeError(entered, context, 3);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'Limit is off',
			description: 'Enter another.',
			context: { itemIndex: 3 },
		});
		expect(toNodeError('just a text', context).message).toBe('just a text');
	});

	it('returns errors of n8n as they are', () => {
		const error = new NodeOperationError(node, 'told');
		expect(toNodeError(error, context, 3)).toBe(error);
	});
});
