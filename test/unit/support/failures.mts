import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { type Failure, PageNotRead } from '../../../nodes/CustomerData/paging/failure';
import { toNodeError } from '../../../nodes/CustomerData/transport/errors';

export const node: INode = {
	id: '1',
	name: 'Customer Data',
	type: 'n8n-nodes-customer-data.customerData',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

export const context = { getNode: () => node };

/** What n8n shows for a failure of GetCustomers at offset 100, for input item 3. */
export function shown(failure: Failure): NodeApiError {
	const error = toNodeError(new PageNotRead(failure, 'GetCustomers', 100), context, 3);
	if (!(error instanceof NodeApiError)) throw new Error('Not an error of n8n');
	return error;
}

const SAID = { messages: ['Closed today'] };

type Examples = { [Kind in Failure['kind']]: Array<Extract<Failure, { kind: Kind }>> };

/** Failures of every kind: without an example of a new kind, this does not compile. */
const FAILURES: Examples = {
	connection: ['ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH'].map(
		(code) => ({ kind: 'connection', code }),
	),
	proxy: [
		{ kind: 'proxy', code: 'ECONNREFUSED' },
		{ kind: 'proxy', code: undefined },
	],
	certificate: [{ kind: 'certificate', code: 'CERT_HAS_EXPIRED' }],
	handshake: [{ kind: 'handshake', code: 'EPROTO' }],
	protocol: [{ kind: 'protocol', code: 'EPROTO' }],
	notSent: [
		{ kind: 'notSent', reason: '' },
		{ kind: 'notSent', reason: 'The host is blocked' },
	],
	timeout: [
		{ kind: 'timeout', milliseconds: 30_000 },
		{ kind: 'timeout', milliseconds: 1_000 },
		{ kind: 'timeout', milliseconds: 250 },
	],
	status: [
		...[
			202, 204, 206, 304, 400, 401, 403, 404, 407, 408, 418, 429, 499, 500, 501, 502, 503, 504, 505,
		].map((status) => ({ kind: 'status' as const, status, ...SAID })),
		{ kind: 'status', status: 429, ...SAID, retryAfter: 600_000 },
	],
	redirect: [
		{ kind: 'redirect', status: 302, location: 'https://elsewhere.example.com/login?key=1#top' },
		{ kind: 'redirect', status: 308, location: undefined },
	],
	refused: [
		{ kind: 'refused', ...SAID },
		{ kind: 'refused', messages: [] },
	],
	notJson: [{ kind: 'notJson', found: 'a web page' }],
	notAPage: [{ kind: 'notAPage', found: 'an empty page with x-page-more: true' }],
	notPong: [{ kind: 'notPong', found: 'a web page' }],
	unsettled: [{ kind: 'unsettled' }],
	misaligned: [{ kind: 'misaligned' }],
	shortPages: [{ kind: 'shortPages' }],
	cancelled: [{ kind: 'cancelled' }],
};

export const ALL_FAILURES: Failure[] = Object.values(FAILURES).flat();
